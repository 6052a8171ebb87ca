import { matchPath } from "react-router";
import { paths } from "../shared/urls.ts";
import { organizationRoutes } from "./routes.tsx";

/** Starts fetching the code of an address before React asks for it. */
export async function preloadPage(pathname: string): Promise<void> {
  const address = pathname === paths.home ? "/organization/any" : pathname;
  const route = organizationRoutes.find((candidate) => matchPath(candidate.path, address));
  try {
    await route?.page.preload();
  } catch {
    // The page asks again when it is drawn, and shows the failure there.
  }
}
