// A link that the app's router handles; a plain anchor where there is no router.
import { createContext, useContext } from "react";
import type { AnchorHTMLAttributes, ComponentType } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

const PlainLink = (props: LinkProps) => <a {...props} />;
const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

export const LinkProvider = LinkContext.Provider;

export function Link(props: LinkProps) {
  const Component = useContext(LinkContext);
  return <Component {...props} />;
}
