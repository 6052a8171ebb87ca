import type { ReactNode } from "react";
import { useId } from "react";

export function Card({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="hint">{about}</p>
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
