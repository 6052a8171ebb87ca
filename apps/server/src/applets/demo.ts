import { builtInId } from "#domains/packages";
import type { AppletStatusEnum } from "#generated/resolvers.ts";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { Services } from "../context.ts";
import { checkInstance, refuseProblems } from "./instances/check.ts";
import { insertInstance } from "./instances/save.ts";

interface DemoStep {
  readonly package: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** An instance of the blank template from built-in packages; held to the same rules as one made by hand. */
export async function insertDemoApplet(
  tx: Tx,
  services: Services,
  applet: {
    readonly accountId: string;
    readonly projectId: string;
    readonly configId: string;
    readonly name: string;
    readonly description: string;
    readonly status: AppletStatusEnum;
    readonly triggers: readonly DemoStep[];
    readonly condition: Readonly<Record<string, unknown>>;
    readonly actions: readonly DemoStep[];
  },
): Promise<string> {
  const steps = (list: readonly DemoStep[]) =>
    list.map((it) => ({ packageId: builtInId(`@parley/${it.package}`), options: it.options }));
  const instance = await checkInstance(tx, applet.accountId, {
    name: applet.name,
    description: applet.description,
    appletVersionId: builtInId("template @parley/blank@1.0.0"),
    options: {},
    status: applet.status,
    triggers: steps(applet.triggers),
    actions: steps(applet.actions),
    condition: applet.condition,
  });
  refuseProblems(instance.problems);
  const { accountId, projectId, configId, status } = applet;
  const id = newId();
  await insertInstance(tx, services, { id, accountId, projectId, configId }, instance, {
    status,
    userId: undefined,
  });
  return id;
}
