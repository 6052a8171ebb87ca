// The person who is signed in and the organisations they can see. Loaded once by the shell.
import { createContext, useContext } from "react";
import { useParams } from "react-router";

export type Organization = { id: string; name: string; parentId?: string | null };

export type Viewer = {
  id: string;
  userName: string;
  firstName: string;
  lastName: string;
  picture?: string | null;
  defaultOrganizationId: string | undefined;
  /** They have not answered yet, or were asked again. */
  isAskedForTerms: boolean;
};

type ViewerData = { viewer: Viewer; organizations: readonly Organization[] };

const ViewerContext = createContext<ViewerData | undefined>(undefined);
export const ViewerProvider = ViewerContext.Provider;

function useViewerData(): ViewerData {
  const data = useContext(ViewerContext);
  if (!data) throw new Error("Use it below the app shell.");
  return data;
}

export const useViewer = (): Viewer => useViewerData().viewer;
export const useOrganizations = (): readonly Organization[] => useViewerData().organizations;

/** The organisation in the address. Pages below /organization/:orgId always have one. */
export function useOrganization(): Organization {
  const { orgId } = useParams();
  const found = useOrganizations().find((organization) => organization.id === orgId);
  if (!found) throw new Error("Use it on a page below /organization/:orgId.");
  return found;
}

/** From the root down to the organisation itself, as far as the viewer can see. */
export function pathTo(organizations: readonly Organization[], id: string): Organization[] {
  const byId = new Map(organizations.map((organization) => [organization.id, organization]));
  const path: Organization[] = [];
  for (
    let current = byId.get(id);
    current && !path.includes(current);
    current = byId.get(current.parentId ?? "")
  ) {
    path.unshift(current);
  }
  return path;
}
