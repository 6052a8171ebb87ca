import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** Looks like a button and is a link: it leads somewhere, so it can be opened in another tab. */
export function LinkButton({ href, ...props }: ButtonProps & { href: string; children: ReactNode }) {
  return <Button {...props} renderRoot={(root) => <Link {...root} href={href} />} />;
}
