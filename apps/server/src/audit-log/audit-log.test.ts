import { createClient } from "graphql-ws";
import { attempt } from "#platform/attempt.ts";
import { change } from "#platform/change.ts";
import { csvCell } from "#platform/csv.ts";
import { Conflict } from "#platform/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { anAccount, anAdmin, aTeam, aUser } from "#testing/builders.ts";
import { roleId } from "#testing/roles.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { recordAudit } from "./record.ts";
import { verifyAuditLog } from "./verify.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rename = `mutation UpdateTeam($id: ID!, $name: String) { updateTeam(id: $id, name: $name) { id } }`;
const read = /* GraphQL */ `
  query GetAuditLogs($accountId: ID!, $queryMetadata: AuditLogQueryMetadata) {
    auditLogs(accountId: $accountId, queryMetadata: $queryMetadata) {
      count
      rows {
        action
        objectName
        user {
          firstName
        }
        product {
          name
        }
        auditLogDetail {
          displayMessage
          before
          after
        }
      }
    }
  }
`;
interface Read {
  auditLogs: {
    count: number;
    rows: {
      action: string;
      user: { firstName: string };
      auditLogDetail: { displayMessage: string; before: unknown; after: unknown };
    }[];
  };
}

async function aRenamedTeam(names: readonly string[]) {
  const accountId = await anAccount(server);
  const userId = await aUser(server, { accountId, firstName: "Ida", roleKeys: ["organization_admin"] });
  const id = await aTeam(server, { accountId, name: "Old" });
  for (const name of names) await server.graphql(rename, { id, name }, { userId });
  return { accountId, userId, id };
}

describe("the audit log", () => {
  it("is newest first with who, what, before and after, filtered and paged", async () => {
    const { accountId, userId, id } = await aRenamedTeam(["New", "Newer", "Newest"]);
    const all = await server.graphql<Read>(read, { accountId }, { userId });
    expect(all.errors).toEqual([]);
    expect(all.data.auditLogs.count).toBe(3);
    expect(all.data.auditLogs.rows[0]).toMatchObject({
      action: "team.updated",
      user: { firstName: "Ida" },
      product: { name: "organization" },
      auditLogDetail: {
        displayMessage: "changed name for the team Newest",
        before: { name: "Newer" },
        after: { name: "Newest" },
      },
    });
    const count = async (queryMetadata: Record<string, unknown>) =>
      (await server.graphql<Read>(read, { accountId, queryMetadata }, { userId })).data.auditLogs.count;
    expect(await count({ search: "newest" })).toBe(1);
    expect(await count({ action: "team" })).toBe(3);
    expect(await count({ action: "user" })).toBe(0);
    expect(await count({ objectType: "team", objectId: id })).toBe(3);
    expect(await count({ userId: accountId })).toBe(0);
    expect(await count({ to: "2020-01-01T00:00:00Z" })).toBe(0);
    const page = await server.graphql<Read>(
      read,
      { accountId, queryMetadata: { limit: 1, offset: 2 } },
      { userId },
    );
    expect(page.data.auditLogs.rows.map((row) => row.auditLogDetail.displayMessage)).toEqual([
      "changed name for the team New",
    ]);
    const bad = await server.graphql(read, { accountId, queryMetadata: { userId: "x" } }, { userId });
    expect(bad.errors[0]?.extensions["field"]).toBe("queryMetadata.userId");
  });

  it("is for administrators and auditors, and foreign ones answer like missing ones", async () => {
    const { accountId } = await aRenamedTeam([]);
    const auditor = await aUser(server, { accountId, roleKeys: ["organization_auditor"] });
    expect((await server.graphql(read, { accountId }, { userId: auditor })).errors).toEqual([]);
    const manager = await aUser(server, { accountId, roleKeys: ["organization_access_manager"] });
    const refused = await server.graphql(read, { accountId }, { userId: manager });
    expect(refused.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    const stranger = await anAdmin(server, await anAccount(server));
    const foreign = await server.graphql(read, { accountId }, { userId: stranger });
    expect(foreign.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
  });

  it("is exported so that a spreadsheet runs nothing", async () => {
    const { accountId, userId } = await aRenamedTeam([`=HYPERLINK("http://evil.example")`]);
    const answer = await server.graphql<{ auditLogExport: { content: string; count: number } }>(
      /* GraphQL */ `
        query ExportAuditLog($accountId: ID!) {
          auditLogExport(accountId: $accountId, format: CSV) {
            content
            count
            isComplete
          }
        }
      `,
      { accountId },
      { userId },
    );
    expect(answer.data.auditLogExport.count).toBe(1);
    expect(answer.data.auditLogExport.content).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    for (const start of ["=1", "+1", "-1", "@A", "\t=1", " =1", "|x", "＝1", "\u00a0=1"])
      expect(csvCell(start)).toMatch(/^"?'/);
    expect(csvCell("plain, with comma")).toBe('"plain, with comma"');
  });

  it("shows a changed row, a missing row and a row that was put elsewhere", async () => {
    const { accountId } = await aRenamedTeam(["One", "Two", "Three"]);
    expect((await verifyAuditLog(server.db)).firstBad).toBeUndefined();
    const tamper = async (statement: string, problem: RegExp) => {
      await server.db
        .transaction()
        .execute(async (tx) => {
          await sql.raw(statement.replaceAll("$account", `'${accountId}'`)).execute(tx);
          const { firstBad } = await verifyAuditLog(tx);
          expect(firstBad).toMatchObject({ accountId, sequence: expect.any(Number) });
          expect(firstBad?.problem).toMatch(problem);
          throw new Error("taken back");
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== "taken back") throw error;
        });
    };
    await tamper(
      `update audit_log set object_name = 'Else' where account_id = $account and sequence = 2`,
      /changed after/,
    );
    await tamper(
      `update audit_log set detail = jsonb_set(detail, '{message}', '"x"') where account_id = $account and sequence = 1`,
      /changed after/,
    );
    await tamper(`delete from audit_log where account_id = $account and sequence = 2`, /1 entry is missing/);
    await tamper(
      `update audit_log set previous_hash = repeat('0', 64) where account_id = $account and sequence = 3`,
      /does not follow/,
    );
    expect((await verifyAuditLog(server.db)).firstBad).toBeUndefined();
  });
});

describe("changes at once", () => {
  const aContext = () => ({
    db: server.db,
    viewer: { userId: undefined, isAdminSecret: true },
    idempotencyKey: undefined,
    operation: undefined,
    hasAudited: false,
  });
  const entry = { action: "team.updated", objectType: "team" };
  const messagesOf = async (accountId: string) => {
    const { rows } = await sql<{ message: string }>`
      select detail ->> 'message' as message from audit_log where account_id = ${accountId} order by sequence`.execute(
      server.db,
    );
    return rows.map(({ message }) => message);
  };

  it("wait for one another only when they end", async () => {
    const accountId = await anAccount(server);
    const isQuickDone = Promise.withResolvers<void>();
    const [slow, quick] = [aContext(), aContext()];
    const slowly = change(slow, async (tx) => {
      await recordAudit(tx, slow, { ...entry, accountId, message: "began first" });
      await isQuickDone.promise;
    });
    await change(quick, (tx) => recordAudit(tx, quick, { ...entry, accountId, message: "ended first" }));
    isQuickDone.resolve();
    await slowly;
    expect(await messagesOf(accountId)).toEqual(["ended first", "began first"]);
    expect((await verifyAuditLog(server.db)).firstBad).toBeUndefined();
  });

  it("tell nothing of a part that was taken back", async () => {
    const accountId = await anAccount(server);
    const ctx = aContext();
    await change(ctx, async (tx) => {
      const record = (message: string) => recordAudit(tx, ctx, { ...entry, accountId, message });
      await attempt(tx, () => record("first"));
      await attempt(tx, async () => {
        await record("taken back");
        throw new Conflict("It is refused after all.");
      });
      await attempt(tx, () => record("last"));
    });
    expect(await messagesOf(accountId)).toEqual(["first", "last"]);
  });

  it("of the same two organisations never wait for one another for ever", async () => {
    const both = [await anAccount(server), await anAccount(server)];
    const changes = Array.from({ length: 16 }, async (_, at) => {
      const ctx = aContext();
      await change(ctx, async (tx) => {
        for (const accountId of at % 2 === 0 ? both : both.toReversed()) {
          await recordAudit(tx, ctx, { ...entry, accountId, message: "changed" });
        }
      });
    });
    await Promise.all(changes);
    expect((await verifyAuditLog(server.db)).firstBad).toBeUndefined();
  });
});

describe("the live tail", () => {
  it("shows new entries, and ends within a second of a demotion", async () => {
    const { accountId, userId, id } = await aRenamedTeam([]);
    const auditor = await aUser(server, {
      accountId,
      roleKeys: ["organization_auditor"],
      firstName: "Au",
      lastName: "D",
    });
    const cookie = await server.signIn(auditor);
    const client = createClient({
      url: `${server.urls.api.replace("http", "ws")}/v1/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string[]) {
          super(url, protocols, { headers: { cookie } });
        }
      },
    });
    const seen: string[][] = [];
    const ended = new Promise<{ at: number; error: unknown }>((resolve) => {
      client.subscribe<{ auditLogTail: { auditLogDetail: { displayMessage: string } }[] }>(
        {
          query: `subscription AuditLogTail($accountId: ID!) { auditLogTail(accountId: $accountId) { auditLogDetail { displayMessage } } }`,
          variables: { accountId },
        },
        {
          next: ({ data, errors }) => {
            if (errors) resolve({ at: Date.now(), error: errors });
            const rows = data?.auditLogTail ?? [];
            seen.push(rows.map((row) => row.auditLogDetail.displayMessage));
          },
          error: (error) => resolve({ at: Date.now(), error }),
          complete: () => resolve({ at: Date.now(), error: undefined }),
        },
      );
    });
    await expect.poll(() => seen.length).toBe(1);
    await server.graphql(rename, { id, name: "Watched" }, { userId });
    await expect.poll(() => seen.flat()).toContain("changed name for the team Watched");
    const demoted = Date.now();
    const role = await roleId(server, accountId, "organization_auditor");
    await server.graphql(
      `mutation UpdateUser($id: ID!, $accountId: ID!, $role: ID!) {
        updateUser(id: $id, accountId: $accountId, firstName: "Au", lastName: "D", roleIdsToRemove: [$role]) { id }
      }`,
      { id: auditor, accountId, role },
      { userId },
    );
    const { at } = await ended;
    // Within a second on a machine of its own; the next reading of a lost change would come later than this.
    expect(at - demoted).toBeLessThan(5_000);
    const before = seen.flat().length;
    await server.graphql(rename, { id, name: "Unseen" }, { userId });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen.flat().length).toBe(before);
    await client.dispose();
  });
});
