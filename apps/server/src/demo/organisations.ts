import type { RoleKey } from "#access/actions.ts";
import { insertAccount } from "#domains/accounts";
import { insertProject } from "#domains/projects";
import { insertTeam } from "#domains/teams";
import { insertUser } from "#domains/users";
import type { Tx } from "#platform/database.ts";
import type { Services } from "../context.ts";

interface Person {
  readonly first: string;
  readonly last: string;
  readonly roles: readonly RoleKey[];
}

const people: Readonly<Record<string, readonly Person[]>> = {
  "Northwind Group": [
    { first: "Mara", last: "Lindqvist", roles: ["organization_admin"] },
    { first: "Tomás", last: "Ferreira", roles: ["organization_access_manager"] },
    { first: "Ingrid", last: "Solheim", roles: ["organization_auditor"] },
    { first: "Priya", last: "Raman", roles: ["pro_studio_admin", "analytics_admin"] },
    { first: "Jonas", last: "Weber", roles: ["pro_studio_builder"] },
    { first: "Aiko", last: "Tanaka", roles: ["pro_studio_builder"] },
    { first: "Samuel", last: "Okafor", roles: ["agent_assist_supervisor"] },
  ],
  "Northwind Airlines": [
    { first: "Elena", last: "Petrova", roles: ["organization_admin"] },
    { first: "Luca", last: "Moretti", roles: ["pro_studio_builder"] },
    { first: "Nadia", last: "Haddad", roles: ["agent_assist_agent"] },
    { first: "Owen", last: "Price", roles: ["analytics_viewer"] },
  ],
  "Northwind Bank": [
    { first: "Claire", last: "Dubois", roles: ["organization_admin"] },
    { first: "Henrik", last: "Aas", roles: ["pro_studio_admin"] },
    { first: "Zoe", last: "Karas", roles: ["agent_assist_agent"] },
  ],
  "Northwind Hotels": [
    { first: "Bruno", last: "Costa", roles: ["organization_admin"] },
    { first: "Yara", last: "Silva", roles: ["pro_studio_viewer"] },
  ],
};

const children = ["Northwind Airlines", "Northwind Bank", "Northwind Hotels"] as const;

const projects = [
  {
    account: "Northwind Group",
    name: "Help centre",
    description: "Answers questions of all brands in one place",
    timeZone: "Europe/Stockholm",
  },
  {
    account: "Northwind Group",
    name: "Employee desk",
    description: "Holidays, expenses and IT for our own people",
    timeZone: "Europe/Stockholm",
  },
  {
    account: "Northwind Airlines",
    name: "Booking assistant",
    description: "Rebooking, seats and baggage on the web site",
    timeZone: "Europe/London",
  },
  {
    account: "Northwind Airlines",
    name: "Crew companion",
    description: "Rosters and swaps for the crew app",
    timeZone: "Europe/London",
  },
  {
    account: "Northwind Bank",
    name: "Card support",
    description: "Lost cards, limits and disputes",
    timeZone: "Europe/Paris",
  },
  {
    account: "Northwind Hotels",
    name: "Concierge",
    description: "Guests ask, the concierge arranges",
    timeZone: "America/Sao_Paulo",
  },
] as const;

export async function seedOrganisations(tx: Tx, services: Services): Promise<void> {
  const root = await tx
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("parent_id", "is", null)
    .executeTakeFirstOrThrow();
  const accountIds = new Map([[root.name, root.id]]);
  for (const name of children) accountIds.set(name, await insertAccount(tx, { name, parentId: root.id }));
  accountIds.set(
    "Northwind Air Cargo",
    await insertAccount(tx, { name: "Northwind Air Cargo", parentId: accountIds.get("Northwind Airlines") }),
  );

  const userIds = new Map<string, string>();
  for (const [account, members] of Object.entries(people)) {
    for (const person of members) {
      const userName = `${person.first}.${person.last}@northwind.example`
        .toLowerCase()
        .normalize("NFD")
        .replace(/[^a-z.@]/g, "");
      const id = await insertUser(tx, services, {
        userName,
        firstName: person.first,
        lastName: person.last,
        accountId: accountIds.get(account) ?? root.id,
        roleKeys: person.roles,
      });
      userIds.set(person.first, id);
    }
  }

  const projectIds = new Map<string, string>();
  for (const project of projects) {
    const id = await insertProject(tx, {
      accountId: accountIds.get(project.account) ?? root.id,
      name: project.name,
      description: project.description,
      timeZone: project.timeZone,
      products: ["pro_studio", "agent_assist", "analytics"],
    });
    projectIds.set(project.name, id);
  }
  const idsOf = (names: readonly string[], ids: ReadonlyMap<string, string>) =>
    names.flatMap((name) => ids.get(name) ?? []);

  await insertTeam(tx, {
    accountId: root.id,
    name: "Conversation design",
    description: "Writes and trains the bots of every brand",
    userIds: idsOf(["Priya", "Jonas", "Aiko", "Luca"], userIds),
    projectIds: idsOf(["Help centre", "Employee desk"], projectIds),
    roleKeys: ["pro_studio_builder"],
  });
  await insertTeam(tx, {
    accountId: accountIds.get("Northwind Airlines") ?? root.id,
    name: "Passenger care",
    description: "Takes over when a traveller needs a person",
    userIds: idsOf(["Nadia", "Samuel"], userIds),
    projectIds: idsOf(["Booking assistant"], projectIds),
    roleKeys: ["agent_assist_agent"],
  });
  await insertTeam(tx, {
    accountId: accountIds.get("Northwind Bank") ?? root.id,
    name: "Card desk",
    description: "Card disputes and emergencies",
    userIds: idsOf(["Zoe", "Henrik"], userIds),
    projectIds: idsOf(["Card support"], projectIds),
    roleKeys: ["agent_assist_agent"],
  });

  const admin = await tx
    .selectFrom("users")
    .select("id")
    .where("user_name", "=", services.config.admin.email)
    .executeTakeFirst();
  const helpCentre = projectIds.get("Help centre");
  if (admin && helpCentre) {
    await tx
      .insertInto("user_projects")
      .values({ user_id: admin.id, project_id: helpCentre, account_id: root.id })
      .execute();
  }
}
