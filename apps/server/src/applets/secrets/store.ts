import type { Services } from "../../context.ts";

export function secretBinding(accountId: string, rowId: string) {
  return { tenantId: accountId, column: "project_secrets.sealed", rowId } as const;
}

/** The project's secrets by name, in the clear: for the moment a request is made, never for the log. */
export async function secretsOf(
  services: Pick<Services, "db" | "secrets">,
  project: { readonly projectId: string; readonly accountId: string },
): Promise<Record<string, string>> {
  const rows = await services.db
    .selectFrom("project_secrets")
    .select(["id", "name", "sealed"])
    .where("project_id", "=", project.projectId)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      services.secrets.decryptSecret(row.sealed, secretBinding(project.accountId, row.id)),
    ]),
  );
}
