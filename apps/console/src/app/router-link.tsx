import type { LinkProps } from "@parley/ui/link";
import { Link } from "react-router";

export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
