// Domains and applets of the demo projects: a newcomer sees them run on http://localhost:4000/ and by the clock.
import { insertDemoApplet } from "#domains/applets";
import { insertDomain, parseDomain } from "#domains/environments";
import type { Tx } from "#platform/database.ts";
import type { Services } from "../context.ts";

const domains: Readonly<Record<string, { Sandbox: readonly string[]; Live: readonly string[] }>> = {
  "Help centre": {
    Sandbox: ["http://localhost:4000/"],
    Live: ["https://help.northwind.example/", "https://*.help.northwind.example/"],
  },
  "Employee desk": { Sandbox: [], Live: ["https://desk.northwind.example/"] },
  "Booking assistant": {
    Sandbox: ["https://test.airlines.northwind.example/"],
    Live: ["https://airlines.northwind.example/", "https://airlines.northwind.example/manage-booking/"],
  },
  "Card support": { Sandbox: [], Live: ["https://bank.northwind.example/cards/"] },
  Concierge: { Sandbox: [], Live: ["https://hotels.northwind.example/"] },
};

export async function seedApplets(tx: Tx, services: Services): Promise<void> {
  const configs = await tx
    .selectFrom("project_environment_configs as c")
    .innerJoin("projects as p", "p.id", "c.project_id")
    .innerJoin("environments as e", "e.id", "c.environment_id")
    .select([
      "c.id",
      "p.id as projectId",
      "p.account_id as accountId",
      "p.name as project",
      "e.name as environment",
    ])
    .execute();
  const configOf = (project: string, environment: string) =>
    configs.find((it) => it.project === project && it.environment === environment);
  for (const [project, urls] of Object.entries(domains)) {
    for (const environment of ["Sandbox", "Live"] as const) {
      const config = configOf(project, environment);
      for (const url of config ? urls[environment] : []) {
        const parsed = parseDomain(url, { privateHosts: ["localhost"], isProduction: false });
        if (config && "parts" in parsed) await insertDomain(tx, config.id, parsed.parts);
      }
    }
  }
  for (const applet of applets) {
    const place = configOf(applet.project, applet.environment);
    if (place)
      await insertDemoApplet(tx, services, {
        ...applet,
        accountId: place.accountId,
        projectId: place.projectId,
        configId: place.id,
      });
  }
}

const applets = [
  {
    project: "Help centre",
    environment: "Sandbox",
    name: "Greet visitors",
    description: "Says hello on every page but the imprint, and counts it.",
    status: "ACTIVE",
    triggers: [{ package: "page-view", options: { urls: ["/*"], exceptUrls: ["/imprint"] } }],
    condition: { not: { fact: "cookie.greeted", operator: "exists" } },
    actions: [
      {
        package: "show-banner",
        options: { text: "Welcome to {{page.host}}. How can we help?", position: "bottom", seconds: 20 },
      },
      { package: "set-cookie", options: { name: "greeted", value: "yes", days: 1 } },
      { package: "analytics-event", options: { name: "greeted", properties: { path: "{{page.path}}" } } },
    ],
  },
  {
    project: "Help centre",
    environment: "Live",
    name: "Morning heartbeat",
    description: "Notes every working morning that the help centre is open.",
    status: "ACTIVE",
    triggers: [{ package: "schedule", options: { cron: "0 8 * * 1-5" } }],
    condition: {},
    actions: [{ package: "set-variable", options: { name: "openedAt", value: "{{event.scheduledAt}}" } }],
  },
  {
    project: "Booking assistant",
    environment: "Live",
    name: "Refund wishes",
    description: "Leaves a note for colleagues when a traveller asks for money back.",
    status: "ACTIVE",
    triggers: [{ package: "conversation-message", options: { text: "refund" } }],
    condition: { fact: "time.hour", operator: "atLeast", value: 6 },
    actions: [
      { package: "add-note", options: { text: "The traveller asked about a refund: {{message.text}}" } },
    ],
  },
  {
    project: "Booking assistant",
    environment: "Live",
    name: "Help before leaving",
    description: "Opens the chat for travellers who hesitate on the booking page.",
    status: "PAUSED",
    triggers: [
      { package: "time-on-page", options: { seconds: 60, urls: ["/manage-booking/*"] } },
      { package: "exit-intent", options: {} },
    ],
    condition: {
      any: [
        { fact: "visitor.isNew", operator: "isTrue" },
        { fact: "device.kind", operator: "equals", value: "desktop" },
      ],
    },
    actions: [{ package: "open-chat", options: {} }],
  },
] as const;
