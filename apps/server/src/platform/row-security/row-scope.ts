// What a request was found to have access to, and therefore the only rows its further statements may touch
// (decision 130). Nothing is held back before the first answer: an object asked for by its id must be found first.
export interface RowScope {
  admit(grants: { readonly accountId: string; readonly projectId?: string }): void;
  /** As PostgreSQL arrays, "" for "any"; undefined while the request has access to nothing yet. */
  settings(): { readonly projects: string; readonly accounts: string; readonly text: string } | undefined;
}

export function createRowScope(): RowScope {
  const accounts = new Set<string>();
  const projects = new Set<string>();
  let isWide = false;
  let current: ReturnType<RowScope["settings"]>;
  return {
    admit({ accountId, projectId }) {
      // Who was let into a whole organisation may work on any of its projects.
      const isNew = projectId === undefined ? !isWide : !projects.has(projectId);
      if (!isNew && accounts.has(accountId)) return;
      accounts.add(accountId);
      if (projectId === undefined) isWide = true;
      else projects.add(projectId);
      const held = { projects: isWide ? "" : array(projects), accounts: array(accounts) };
      current = { ...held, text: `${held.projects}/${held.accounts}` };
    },
    settings: () => current,
  };
}

function array(ids: ReadonlySet<string>): string {
  return `{${[...ids].join(",")}}`;
}
