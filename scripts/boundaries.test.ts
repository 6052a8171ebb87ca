// The dependency rule, proven by planting imports that break it and imports that keep it.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const repository = join(import.meta.dirname, "..");

const flow = "packages/flow is plain data shared by browser and server: it imports nothing.";
const noGraphql = "packages/ui knows no GraphQL";
const packages = "Packages never import apps: packages <- apps.";
const apps = "Apps never import each other: share through packages/.";
const platform = "platform/ knows no domain: platform <- access <- domains.";
const access = "access/ sits below the domains";
const sideways = "A domain uses another only through its index.ts: import #domains/<name>.";
const upwards = "Domains sit below graphql.ts and what starts the server";
const feature = "A feature never imports another feature or the app";
const shared = "shared/ and lib/ sit below the features";

const refused = [
  ["packages/flow/src/step.ts", "zod", flow],
  ["packages/flow/src/step.ts", "node:crypto", flow],
  ["packages/flow/src/nodes/say.ts", "@parley/identity-client", flow],
  ["packages/flow/src/step.ts", "../../ui/src/theme.tsx", flow],
  ["packages/flow/src/step.test.ts", "@parley/ui/theme", flow],
  ["packages/ui/src/table.tsx", "urql", noGraphql],
  ["packages/ui/src/table.tsx", "@urql/core", noGraphql],
  ["packages/ui/src/table/row.tsx", "graphql-ws", noGraphql],
  ["packages/ui/src/table.tsx", "@parley/console", packages],
  ["packages/ui/src/table.tsx", "../../../apps/console/src/main.tsx", packages],
  ["packages/identity-client/src/client.ts", "@parley/server", packages],
  ["apps/server/src/platform/mail.ts", "#domains/teams", platform],
  ["apps/server/src/platform/mail.ts", "#access/viewer.ts", platform],
  ["apps/server/src/platform/mail.ts", "../teams/index.ts", platform],
  ["apps/server/src/platform/mail.ts", "../graphql.ts", platform],
  ["apps/server/src/platform/mail/smtp.ts", "../../teams/index.ts", platform],
  ["apps/server/src/access/viewer.ts", "#domains/teams", access],
  ["apps/server/src/access/viewer.ts", "../teams/queries.ts", access],
  ["apps/server/src/teams/resolvers.ts", "../users/queries.ts", sideways],
  ["apps/server/src/teams/resolvers.ts", "../users/index.ts", sideways],
  ["apps/server/src/teams/resolvers.ts", "../platform/log.ts", sideways],
  ["apps/server/src/teams/resolvers.ts", "#domains/users/queries.ts", sideways],
  ["apps/server/src/identity/flows/login.ts", "../../users/queries.ts", sideways],
  ["apps/server/src/identity/flows/login/form.ts", "../../../users/queries.ts", sideways],
  ["apps/server/src/teams/resolvers.ts", "../graphql.ts", upwards],
  ["apps/server/src/identity/flows/login.ts", "../../main.ts", upwards],
  ["apps/server/src/teams/resolvers.ts", "../../../console/src/main.tsx", apps],
  ["apps/server/src/teams/resolvers.ts", "@parley/widget", apps],
  ["apps/console/src/features/teams/teams-page.tsx", "../projects/project-card.tsx", feature],
  ["apps/console/src/features/teams/teams-page.tsx", "../../app/routes.tsx", feature],
  ["apps/console/src/features/teams/parts/form.tsx", "../../projects/project-card.tsx", feature],
  ["apps/console/src/features/teams/parts/form.tsx", "../../../features/projects/card.tsx", feature],
  ["apps/console/src/features/teams/parts/form.tsx", "../../../app/routes.tsx", feature],
  ["apps/console/src/features/teams/teams-page.tsx", "@parley/server", apps],
  ["apps/console/src/shared/viewer.tsx", "../features/teams/teams-page.tsx", shared],
  ["apps/console/src/lib/graphql/client.ts", "../../app/routes.tsx", shared],
  ["apps/console/src/app/routes.tsx", "../../../server/src/main.ts", apps],
  ["apps/sign-in/src/routes.tsx", "../../console/src/main.tsx", apps],
  ["apps/widget/src/main.tsx", "@parley/console", apps],
] as const;

const allowed = [
  ["packages/flow/src/nodes/say.ts", "../node-type.ts"],
  ["packages/flow/src/step.test.ts", "vitest"],
  ["packages/ui/src/table/row.tsx", "../texts.tsx"],
  ["packages/ui/src/table.tsx", "@mantine/core"],
  ["apps/server/src/platform/mail/smtp.ts", "../outgoing/outgoing.ts"],
  ["apps/server/src/platform/mail/smtp.ts", "#platform/log.ts"],
  ["apps/server/src/access/viewer.ts", "#platform/errors.ts"],
  ["apps/server/src/teams/resolvers.ts", "./queries.ts"],
  ["apps/server/src/teams/resolvers.ts", "../context.ts"],
  ["apps/server/src/teams/resolvers.ts", "#domains/users"],
  ["apps/server/src/teams/resolvers.ts", "@parley/flow"],
  ["apps/server/src/identity/flows/login.ts", "../methods/password.ts"],
  ["apps/server/src/testing/server.ts", "../server.ts"],
  ["apps/server/src/graphql.ts", "./teams/resolvers.ts"],
  ["apps/console/src/features/teams/teams-page.tsx", "../../shared/viewer.tsx"],
  ["apps/console/src/features/teams/teams-page.tsx", "./team-form.tsx"],
  ["apps/console/src/features/teams/parts/form.tsx", "../team-name.ts"],
  ["apps/console/src/features/teams/parts/form.tsx", "../../../lib/i18n.ts"],
  ["apps/console/src/features/teams/teams-page.tsx", "@parley/ui/theme"],
  ["apps/console/src/app/routes.tsx", "../features/teams/teams-page.tsx"],
  ["apps/sign-in/src/routes.tsx", "@parley/identity-client"],
] as const;

let folder: string;
let found: Map<string, string>;

// One file per import: the finding of one must not hide the silence of another.
function plantedPath(index: number, path: string): string {
  return path.replace(/([^/]+)$/, `planted-${index}-$1`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-boundaries-"));
  await cp(join(repository, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
  for (const [index, [path, imported]] of [...refused, ...allowed].entries()) {
    const file = join(folder, plantedPath(index, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { planted } from "${imported}";\nexport const used = planted;\n`);
  }
  found = await lint();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `no-restricted-imports` says about each file. */
function lint(): Promise<Map<string, string>> {
  const program = join(repository, "node_modules/oxlint/bin/oxlint");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, "--format=json"], { cwd: folder }, (_, stdout, stderr) => {
      try {
        const report: { diagnostics: Diagnostic[] } = JSON.parse(stdout);
        const restricted = report.diagnostics.filter((one) => one.code?.includes("no-restricted-imports"));
        resolve(new Map(restricted.map((one) => [one.filename, `${one.message} ${one.help ?? ""}`])));
      } catch (error) {
        reject(new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause: error }));
      }
    });
  });
}

interface Diagnostic {
  readonly code?: string;
  readonly filename: string;
  readonly message: string;
  readonly help?: string;
}

describe("is refused with its sentence", () => {
  test.each(refused.map((row, index) => [...row, index] as const))(
    "%s importing %s",
    (path, _, sentence, index) => {
      expect(found.get(plantedPath(index, path))).toContain(sentence);
    },
  );
});

describe("is allowed", () => {
  test.each(allowed.map((row, index) => [...row, index + refused.length] as const))(
    "%s importing %s",
    (path, _, index) => {
      expect(found.get(plantedPath(index, path))).toBeUndefined();
    },
  );
});
