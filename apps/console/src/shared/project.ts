// The project in the address, its name and the way to it, for every page below /projects/:projectId.
import type { Crumb } from "@parley/ui/page-header";
import { useParams } from "react-router";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";
import { paths, urlTo } from "./urls.ts";
import { useOrganization } from "./viewer.tsx";

const projectNameQuery = graphql(`
  query GetProjectName($id: ID!) {
    projectById(id: $id) {
      id
      name
    }
  }
`);

export function useProject(): { id: string; name: string; crumbs: Crumb[] } {
  const { projectId = "" } = useParams();
  const organization = useOrganization();
  const { data } = useData(projectNameQuery, { id: projectId });
  const name = data?.projectById?.name ?? "…";
  return {
    id: projectId,
    name,
    crumbs: [
      { label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) },
      { label: name, href: urlTo(paths.project, { orgId: organization.id, projectId }) },
    ],
  };
}
