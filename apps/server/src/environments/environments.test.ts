import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { parseDomain } from "./domain-url.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const policy = { privateHosts: [], isProduction: true };
const normal = (url: string, isProduction = true) => {
  const parsed = parseDomain(url, { ...policy, isProduction });
  return "problem" in parsed ? parsed.problem : parsed.parts.url;
};

describe("the normal form of a domain", () => {
  it.each([
    ["https://Shop.Example.org", "https://shop.example.org/"],
    ["shop.example.org", "https://shop.example.org/"],
    ["shop.example.org:8443/a", "https://shop.example.org:8443/a/"],
    ["https://shop.example.org:443/a//b/", "https://shop.example.org/a/b/"],
    ["http://shop.example.org:80/", "http://shop.example.org/"],
    ["https://shop.example.org/%7Euser/", "https://shop.example.org/~user/"],
    ["https://shop.example.org./x", "https://shop.example.org/x/"],
    ["https://*.example.org", "https://*.example.org/"],
    ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4/"],
    ["https://a.example.org/x/../y", "https://a.example.org/y/"],
  ])("of %s is %s", (given, expected) => {
    expect(normal(given)).toBe(expected);
  });

  it.each([
    ["", /Write an address/],
    ["ftp://example.org", /https:\/\/ or http/],
    ["javascript:alert(1)", /https:\/\/ or http/],
    ["https://user:pw@example.org/", /user name or password/],
    ["https://example.org/#top", /#/],
    ["https://example.org/?a=1", /\?/],
    ["https://exa mple.org", /spaces/],
    ["https://*.org", /strangers/],
    ["https://*.co.uk", /strangers/],
    ["https://a.*.org", /very front/],
    ["https://example.org/a*", /before the host/],
    ["https://*.10.0.0.1", /not to numbers|browser/],
    ["https://localhost/", /private/],
    ["https://127.1/", /private/],
    ["https://0x7f000001/", /private/],
    ["https://[::ffff:127.0.0.1]/", /private/],
    ["https://intranet/", /private/],
    ["https://nas.local/", /private/],
    [`https://example.org/${"a/".repeat(20)}`, /at most 16/],
    [`https://example.org/${"a".repeat(600)}`, /at most 500/],
    ["https://example.org/%zz", /not written correctly/],
  ])("refuses %s", (given, sentence) => {
    expect(normal(given)).toMatch(sentence);
  });

  it("allows this machine while developing, and what the operator lists", () => {
    expect(normal("http://localhost:4000", false)).toBe("http://localhost:4000/");
    expect(
      parseDomain("https://nas.local", { privateHosts: ["nas.local"], isProduction: true }),
    ).toHaveProperty("parts");
  });
});

const update = /* GraphQL */ `
  mutation UpdateProjectEnvironmentConfig(
    $projectId: ID!
    $id: ID!
    $domains: [DomainInput!]
    $description: String
    $status: EnvironmentStatusEnum
    $version: Int
  ) {
    updateProjectEnvironmentConfig(
      projectId: $projectId
      projectEnvironmentConfigId: $id
      domains: $domains
      description: $description
      status: $status
      version: $version
    ) {
      id
      status
      description
      version
      domains {
        url
        displayUrl
        type
      }
    }
  }
`;

const byDomain = /* GraphQL */ `
  query GetProjectEnvironmentConfigByDomain($url: String!) {
    projectEnvironmentConfigByDomain(url: $url) {
      id
      environment {
        name
      }
      domains {
        url
      }
      appletInstances {
        id
      }
    }
  }
`;

interface Owner {
  projectEnvironmentConfigByDomain: { id: string } | null;
}

async function aPlace(accountId?: string) {
  const account = accountId ?? (await anAccount(server));
  const userId = await anAdmin(server, account);
  const projectId = await aProject(server, { accountId: account });
  const configs = await server.db
    .selectFrom("project_environment_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .orderBy("environment_id")
    .execute();
  return { accountId: account, userId, projectId, sandbox: configs[0]?.id ?? "", live: configs[1]?.id ?? "" };
}

type Place = Awaited<ReturnType<typeof aPlace>>;

function save(place: Place, id: string, urls: readonly string[], more: Record<string, unknown> = {}) {
  return server.graphql<{ updateProjectEnvironmentConfig: { version: number; domains: { url: string }[] } }>(
    update,
    { projectId: place.projectId, id, domains: urls.map((url) => ({ url })), ...more },
    { userId: place.userId },
  );
}

const ownerOf = async (url: string) =>
  (await server.graphql<Owner>(byDomain, { url })).data.projectEnvironmentConfigByDomain?.id;

describe("the environment of a page", () => {
  it("is the most specific active one, for anybody", async () => {
    const place = await aPlace();
    const other = await aPlace(place.accountId);
    expect(
      (await save(place, place.live, ["https://*.spec.example/", "https://www.spec.example/"])).errors,
    ).toEqual([]);
    expect(
      (await save(other, other.live, ["https://www.spec.example/shop", "https://a.b.spec.example"])).errors,
    ).toEqual([]);
    expect(await ownerOf("https://www.spec.example/")).toBe(place.live);
    expect(await ownerOf("https://www.spec.example/shop/cart?x=1")).toBe(other.live);
    expect(await ownerOf("https://www.spec.example/shopping")).toBe(place.live);
    expect(await ownerOf("https://deep.er.spec.example/")).toBe(place.live);
    expect(await ownerOf("https://a.b.spec.example/")).toBe(other.live);
    expect(await ownerOf("https://spec.example/")).toBeUndefined();
    expect(await ownerOf("http://www.spec.example/")).toBeUndefined();
    expect(await ownerOf("https://www.spec.example:8443/")).toBeUndefined();
    expect(await ownerOf("not an address")).toBeUndefined();
    await save(other, other.live, ["https://www.spec.example/shop"], { status: "INACTIVE" });
    // Switched off is silent: the page does not fall to the broader environment.
    expect(await ownerOf("https://www.spec.example/shop/cart")).toBeUndefined();
  });
});

describe("saving domains", () => {
  it("keeps the normal form and counts versions", async () => {
    const place = await aPlace();
    const saved = await save(place, place.live, ["HTTPS://Keep.Example/a"], {
      version: 1,
      description: "Shop",
    });
    expect(saved.data.updateProjectEnvironmentConfig).toMatchObject({
      version: 2,
      description: "Shop",
      domains: [{ url: "https://keep.example/a/", type: "EXACT" }],
    });
    const stale = await save(place, place.live, [], { version: 1 });
    expect(stale.errors[0]?.extensions).toMatchObject({ code: "CONFLICT", fields: ["domains"], version: 2 });
  });

  it("refuses an address of another project by its field, and saves nothing", async () => {
    const place = await aPlace();
    const other = await aPlace(place.accountId);
    const stranger = await aPlace();
    await save(place, place.live, ["https://taken.example/"]);
    const taken = await save(other, other.live, ["https://free.example/", "https://taken.example"]);
    expect(taken.errors[0]?.extensions).toMatchObject({ code: "INVALID", field: "domains.1.url" });
    expect(taken.errors[0]?.message).toMatch(/already belongs to Project \d+, Live/);
    expect(await ownerOf("https://free.example/")).toBeUndefined();
    // A stranger may not slip under it either, and learns no names.
    const under = await save(stranger, stranger.live, ["https://taken.example/checkout"]);
    expect(under.errors[0]?.message).toBe("This address is already used in a project you cannot see.");
    const over = await save(stranger, stranger.live, ["https://*.example.com/"]);
    expect(over.errors).toEqual([]);
  });

  it("refuses the same address twice, and what is not an address", async () => {
    const place = await aPlace();
    const twice = await save(place, place.live, ["https://twice.example", "https://twice.example/"]);
    expect(twice.errors[0]?.extensions).toMatchObject({ field: "domains.1.url" });
    const bad = await save(place, place.live, ["https://ok.example", "https://u:p@bad.example"]);
    expect(bad.errors[0]?.extensions).toMatchObject({ field: "domains.1.url" });
  });

  it("lets exactly one of two racing projects have an address", async () => {
    const places = await Promise.all([aPlace(), aPlace(), aPlace(), aPlace()]);
    const answers = await Promise.all(
      places.map((place) => save(place, place.live, ["https://race.example"])),
    );
    expect(answers.filter((answer) => answer.errors.length === 0)).toHaveLength(1);
  });

  it("needs the right in that project", async () => {
    const place = await aPlace();
    const viewer = await aUser(server, { accountId: place.accountId });
    await assignProject(server, {
      userId: viewer,
      projectId: place.projectId,
      roleKeys: ["pro_studio_viewer"],
    });
    const refused = await save({ ...place, userId: viewer }, place.live, []);
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
    const stranger = await aPlace();
    const hidden = await save({ ...place, userId: stranger.userId }, place.live, []);
    expect(hidden.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
    // An environment of another project is none of this one.
    const crossed = await save({ ...stranger }, place.live, ["https://crossed.example"]);
    expect(crossed.errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("validateProjectEnvironmentUrls", () => {
  const validate = /* GraphQL */ `
    query ValidateProjectEnvironmentUrls($urls: [String!]!, $id: ID) {
      validateProjectEnvironmentUrls(urls: $urls, projectEnvironmentConfigId: $id) {
        url
        isValid
        validationResult
        normalUrl
        intersections {
          url
          projectName
          environmentName
          message
          isConflict
        }
      }
    }
  `;
  interface Answer {
    validateProjectEnvironmentUrls: {
      isValid: boolean;
      validationResult: string;
      normalUrl: string | null;
      intersections: { url: string | null; projectName: string | null; isConflict: boolean }[];
    }[];
  }

  it("answers per address in order, and names only what the viewer may see", async () => {
    const place = await aPlace();
    const other = await aPlace(place.accountId);
    const stranger = await aPlace();
    await save(place, place.live, ["https://*.judge.example/", "https://www.judge.example/"]);
    const urls = ["https://www.judge.example/", "shop.judge.example/x", "nonsense://x"];
    const seen = await server.graphql<Answer>(validate, { urls, id: other.live }, { userId: other.userId });
    expect(seen.data.validateProjectEnvironmentUrls).toMatchObject([
      {
        isValid: false,
        intersections: [
          { url: "https://*.judge.example/" },
          { url: "https://www.judge.example/", isConflict: true },
        ],
      },
      { isValid: true, normalUrl: "https://shop.judge.example/x/", intersections: [{ isConflict: false }] },
      { isValid: false, normalUrl: null, intersections: [] },
    ]);
    const own = await server.graphql<Answer>(validate, { urls, id: place.live }, { userId: place.userId });
    expect(own.data.validateProjectEnvironmentUrls[0]).toMatchObject({ isValid: true, intersections: [] });
    const blind = await server.graphql<Answer>(
      validate,
      { urls, id: stranger.live },
      { userId: stranger.userId },
    );
    expect(blind.data.validateProjectEnvironmentUrls[1]).toMatchObject({
      isValid: false,
      intersections: [{ url: null, projectName: null, isConflict: true }],
    });
    expect(JSON.stringify(blind.data)).not.toContain("Project ");
  });
});
