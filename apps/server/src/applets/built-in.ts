// Templates Parley ships: each is a place to start from, with triggers, a condition and actions filled in.
import { sql } from "kysely";
import { builtInId, seedBuiltInPackages } from "#domains/packages";
import type { AppletCategoryEnum, AppletTypeEnum } from "#generated/resolvers.ts";
import type { Database } from "#platform/database.ts";
import { insertAppletVersion } from "./template-mutations.ts";

interface BuiltInTemplate {
  readonly pkgName: string;
  readonly version: string;
  readonly displayName: string;
  readonly description: string;
  readonly type: AppletTypeEnum;
  readonly category: AppletCategoryEnum;
  readonly triggers: readonly Step[];
  readonly condition?: Record<string, unknown>;
  readonly actions: readonly Step[];
}

interface Step {
  readonly package: string;
  readonly options: Record<string, unknown>;
}

const step = (name: string, options: Record<string, unknown> = {}): Step => ({
  package: `@parley/${name}`,
  options,
});

const templates: readonly BuiltInTemplate[] = [
  {
    pkgName: "@parley/blank",
    version: "1.0.0",
    displayName: "Blank applet",
    description: "Nothing filled in: choose what starts it, when it holds and what it does.",
    type: "HYBRID",
    category: "OTHER",
    triggers: [],
    actions: [],
  },
  {
    pkgName: "@parley/welcome-banner",
    version: "1.0.0",
    displayName: "Welcome banner",
    description: "Greets visitors of chosen pages with a line of text.",
    type: "WEB",
    category: "ENGAGEMENT",
    triggers: [step("page-view", { urls: ["/*"] })],
    actions: [step("show-banner", { text: "Welcome. How can we help?", position: "bottom" })],
  },
  {
    pkgName: "@parley/offer-help",
    version: "1.0.0",
    displayName: "Offer help to who hesitates",
    description: "Opens the chat for a visitor who stays on a page or is about to leave it.",
    type: "WEB",
    category: "SUPPORT",
    triggers: [step("time-on-page", { seconds: 45 }), step("exit-intent")],
    condition: { all: [{ fact: "visitor.hasChatted", operator: "notEquals", value: true }] },
    actions: [
      step("open-chat"),
      step("analytics-event", { name: "help_offered", properties: { path: "{{page.path}}" } }),
    ],
  },
  {
    pkgName: "@parley/notify-system",
    version: "1.0.0",
    displayName: "Tell another system",
    description: "Calls another system when a conversation is handed to a person.",
    type: "SERVER",
    category: "INTEGRATION",
    triggers: [step("conversation-handed-off")],
    actions: [
      step("http-request", {
        url: "https://example.org/hook",
        method: "POST",
        body: { conversation: "{{conversation.id}}" },
      }),
    ],
  },
];

export async function seedBuiltIns(db: Database): Promise<void> {
  await seedBuiltInPackages(db);
  const wanted = templates.map((it) => builtInId(`template ${it.pkgName}@${it.version}`));
  const { rows } = await sql`select 1 from applet_versions where id = any(${wanted}::uuid[])`.execute(db);
  if (rows.length === wanted.length) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('built-in templates', 0))`.execute(tx);
    for (const it of templates) {
      const id = builtInId(`template ${it.pkgName}`);
      const versionId = builtInId(`template ${it.pkgName}@${it.version}`);
      await sql`insert into applets (id, pkg_name, display_name, description, applet_type, applet_category)
        values (${id}, ${it.pkgName}, ${it.displayName}, ${it.description}, ${it.type}, ${it.category})
        on conflict (id) do update set display_name = excluded.display_name, description = excluded.description`.execute(
        tx,
      );
      const known = await tx
        .selectFrom("applet_versions")
        .select("id")
        .where("id", "=", versionId)
        .executeTakeFirst();
      if (!known)
        await insertAppletVersion(
          tx,
          id,
          { id: versionId, version: it.version, schema: schemaOf(it) },
          undefined,
        );
    }
  });
}

/** The blank template takes any options: conditions and placeholders read them as settings.name. */
function schemaOf(template: BuiltInTemplate): Record<string, unknown> {
  const steps = (list: readonly Step[]) =>
    list.map((it) => ({ packageId: builtInId(it.package), pkgName: it.package, options: it.options }));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    title: template.displayName,
    properties: {},
    additionalProperties: { type: ["string", "number", "boolean"] },
    "x-template": {
      triggers: steps(template.triggers),
      condition: template.condition ?? {},
      actions: steps(template.actions),
    },
  };
}
