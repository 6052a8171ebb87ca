// A flat list of organisations as the rows of a tree.
export type TreeNode = { id: string; name: string; parentId?: string | null };
export type TreeRow<Node extends TreeNode> = {
  node: Node;
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
  isMatch: boolean;
};

/** Siblings by name. A search opens the path to every match; what hangs on an unseen parent is a root. */
export function treeRows<Node extends TreeNode>(
  nodes: readonly Node[],
  closed: ReadonlySet<string>,
  search: string,
): TreeRow<Node>[] {
  const wanted = search.trim().toLowerCase();
  const known = new Set(nodes.map((node) => node.id));
  const children = Map.groupBy(nodes, (node) =>
    node.parentId && known.has(node.parentId) ? node.parentId : "",
  );
  const isMatch = (node: Node) => wanted !== "" && node.name.toLowerCase().includes(wanted);
  const leadsToMatch = (node: Node): boolean =>
    isMatch(node) || (children.get(node.id) ?? []).some(leadsToMatch);
  const rows: TreeRow<Node>[] = [];
  const visit = (parentId: string, depth: number) => {
    const siblings = children.get(parentId) ?? [];
    for (const node of siblings.toSorted((left, right) => left.name.localeCompare(right.name))) {
      if (wanted !== "" && !leadsToMatch(node)) continue;
      const below = children.get(node.id) ?? [];
      const isOpen = wanted === "" ? !closed.has(node.id) : below.some(leadsToMatch);
      rows.push({ node, depth, hasChildren: below.length > 0, isOpen, isMatch: isMatch(node) });
      if (isOpen) visit(node.id, depth + 1);
    }
  };
  visit("", 0);
  return rows;
}
