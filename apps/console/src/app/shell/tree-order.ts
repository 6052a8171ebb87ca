import type { Organization } from "../../shared/viewer.tsx";

export type TreeRow = { organization: Organization; depth: number };

/** Parents before their children, siblings by name. What hangs on an unseen parent counts as a root. */
export function treeOrder(organizations: readonly Organization[]): TreeRow[] {
  const known = new Set(organizations.map((organization) => organization.id));
  const children = Map.groupBy(organizations, (organization) =>
    organization.parentId && known.has(organization.parentId) ? organization.parentId : "",
  );
  const rows: TreeRow[] = [];
  const visit = (parentId: string, depth: number) => {
    const siblings = children.get(parentId) ?? [];
    for (const organization of siblings.toSorted((left, right) => left.name.localeCompare(right.name))) {
      rows.push({ organization, depth });
      visit(organization.id, depth + 1);
    }
  };
  visit("", 0);
  return rows;
}

/** The matching rows and the parents that say where they are. */
export function matching(rows: readonly TreeRow[], filter: string): readonly TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === "") return rows;
  const kept = new Set<string>();
  const byId = new Map(rows.map((row) => [row.organization.id, row.organization]));
  for (const { organization } of rows) {
    if (!organization.name.toLowerCase().includes(wanted)) continue;
    for (
      let current: Organization | undefined = organization;
      current && !kept.has(current.id);
      current = byId.get(current.parentId ?? "")
    ) {
      kept.add(current.id);
    }
  }
  return rows.filter((row) => kept.has(row.organization.id));
}
