import type { ReactNode } from "react";
import { useEffect } from "react";
import { useOrganisation } from "../organisation.ts";
import { usePage } from "../page.ts";

type ShellProps = {
  title: string;
  intro?: ReactNode;
  width?: "narrow" | "wide";
  children: ReactNode;
  footer?: ReactNode;
};

/** The frame of every screen: whose sign-in this is, one heading, one column. */
export function Shell({ title, intro, width = "narrow", children, footer }: ShellProps) {
  const organisationName = useOrganisation()?.name ?? usePage().configuration.organisationName;
  useEffect(() => {
    document.title = `${title} · ${organisationName ?? "Parley"}`;
  }, [title, organisationName]);
  return (
    <div className={`shell shell-${width}`}>
      <header className="brand">
        <Logo />
      </header>
      <main className="card">
        <h1>{title}</h1>
        {intro !== undefined && <p className="intro">{intro}</p>}
        {children}
      </main>
      {footer !== undefined && <footer className="footer">{footer}</footer>}
    </div>
  );
}

function Logo() {
  const { configuration } = usePage();
  const organisation = useOrganisation();
  const name = organisation?.name ?? configuration.organisationName ?? "Parley";
  const logoUrl = organisation ? organisation.logoUrl : configuration.logoUrl;
  if (logoUrl !== undefined) return <img className="logo" src={logoUrl} alt={name} />;
  return (
    <>
      <svg className="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path d="M5 4h22a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3H15l-7 6v-6H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z" />
        <circle cx="10" cy="13.5" r="2" />
        <circle cx="16" cy="13.5" r="2" />
        <circle cx="22" cy="13.5" r="2" />
      </svg>
      <span className="name">{name}</span>
    </>
  );
}
