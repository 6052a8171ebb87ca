// Credentials, solutions, their flows, and applets.
import { providers } from "../studio.ts";
import { idMadeBy, type Recipe, type Recipes } from "./recipe.ts";

const schema = { type: "object" };

const published: Recipe = async (args, tools) => {
  await idMadeBy(tools, "publishSolutionVersion", { ...args, force: true });
  return args;
};

/** What runs from them is deleted first: templates and packages in use are kept. */
const unused: Recipe = async (args, { database }) => {
  await database.client.query("delete from applet_instances");
  return args;
};

export const studio: Recipes = {
  createCredential: () => ({ credential: { name: "Passages", llmProviderId: providers.passages } }),
  rotateCredential: async (args, { database }) => {
    await database.client.query("update llm_credentials set llm_provider_id = $1 where id = $2", [
      providers.openaiCompatible,
      args["id"],
    ]);
    return { ...args, secret: "sk-another" };
  },
  publishSolutionVersion: () => ({ force: true }),
  afterSolutionVersionPublish: published,
  rollBackSolution: async (args, tools) => {
    const { environment } = args;
    const id = await tools.idOf("solution_versions");
    await published({ environment, solutionVersionId: id }, tools);
    // One transaction has one time.
    await tools.database.client.query(
      "update solution_releases set published_at = published_at - interval '1 hour'",
    );
    const next = await idMadeBy(tools, "restoreSolutionVersion", { id });
    await published({ environment, solutionVersionId: next }, tools);
    return args;
  },
  updateSolutionVersion: async (_, { idOf }) => ({
    version: { id: await idOf("solution_versions"), tone: "calm" },
  }),
  updateProStudioNodes: async (_, { idOf }) => ({
    objects: [
      {
        id: "welcome",
        solutionVersionId: await idOf("solution_versions"),
        nodeType: "message",
        message: "Hello",
      },
    ],
  }),
  runProStudioEffect: () => ({
    effect: { type: "runScript", scriptId: "lookup", arguments: {}, variables: {} },
  }),
  createApplet: () => ({ pkgName: "@acme/vat-check", version: "1.0.0", schema }),
  createAppletVersion: () => ({ version: "7.0.0", schema }),
  deleteApplet: unused,
  createPackage: () => ({ pkgName: "@acme/vat", version: "1.0.0", schema }),
  deletePackage: unused,
  deletePackageVersion: unused,
  setProjectSecret: () => ({ name: "TOKEN" }),
  updateAppletNoticeSettings: () => ({ emails: ["ops@acme.example"] }),
  rotateAppletWebhookSecret: async (args, { database, idOf }) => {
    await database.client.query(
      "insert into applet_webhooks (trigger_id, token, secret, secret_last4) values ($1, 'token', 'sealed', '1234')",
      [await idOf("applet_steps")],
    );
    return args;
  },
  retryAppletRun: async (args, { database, idOf }) => {
    // No key leads from a run to its applet (decision 220), so that the row is made without one.
    await database.client.query(
      "update applet_runs set status = 'FAILED', applet_instance_id = $2 where id = $1",
      [args["id"], await idOf("applet_instances")],
    );
    await database.client.query("update applet_instances set status = 'ACTIVE'");
    await database.client.query("update project_environment_configs set status = 'ACTIVE'");
    return args;
  },
};
