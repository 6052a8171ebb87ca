// Writes what Parley ships into the tables at every start. Ids follow from names, so that every server and every
// database agrees, and a start that finds everything in place writes nothing.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#platform/database.ts";
import { insertPackageVersion } from "../publish.ts";
import { builtInActions } from "./actions.ts";
import { builtInTriggers } from "./triggers.ts";

export function builtInId(name: string): string {
  const hex = createHash("sha256").update(`parley built-in ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export async function seedBuiltInPackages(db: Database): Promise<void> {
  const definitions = [...builtInTriggers, ...builtInActions];
  const wanted = definitions.map((it) => builtInId(`@parley/${it.kind}@${it.version}`));
  const schemas = definitions.map((it) => JSON.stringify(it.schema));
  const { rows } = await sql<{ id: string }>`
    select v.id from package_versions v join unnest(${wanted}::uuid[], ${schemas}::text[]) as w (id, schema)
      on w.id = v.id and w.schema = v.schema::text`.execute(db);
  if (rows.length === wanted.length) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('built-in packages', 0))`.execute(tx);
    for (const it of definitions) {
      const pkgName = `@parley/${it.kind}`;
      const [id, versionId] = [builtInId(pkgName), builtInId(`${pkgName}@${it.version}`)];
      await sql`insert into packages (id, pkg_name, display_name, description, package_types)
        values (${id}, ${pkgName}, ${it.displayName}, ${it.description}, ${[it.type]})
        on conflict (id) do update set display_name = excluded.display_name, description = excluded.description`.execute(
        tx,
      );
      const known = await tx
        .selectFrom("package_versions")
        .select("id")
        .where("id", "=", versionId)
        .executeTakeFirst();
      if (known) {
        // A published version keeps its rules; only the order of its fields, which once was lost, is put right.
        const schema = JSON.stringify(it.schema);
        await sql`update package_versions set schema = ${schema}::json
          where id = ${versionId} and schema::jsonb = ${schema}::jsonb and schema::text <> ${schema}`.execute(
          tx,
        );
        continue;
      }
      const packageJson = {
        name: pkgName,
        version: it.version,
        description: it.description,
        parley: it.type === "TRIGGER" ? { trigger: it.kind } : { action: it.kind },
      };
      await insertPackageVersion(
        tx,
        id,
        { id: versionId, version: it.version, schema: it.schema, packageJson },
        undefined,
      );
    }
  });
}
