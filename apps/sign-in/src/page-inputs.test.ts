// What a page load reads before it does anything: configuration, linking details, the manager host.
import { expect, test } from "vitest";
import { readConfiguration } from "./configuration.ts";
import {
  forgetLinkingDetails,
  isLinking,
  keepLinkingDetails,
  LINKING_KEY,
  myAccountUrl,
  readLinkingDetails,
} from "./linking-details.ts";
import { chooseManagerHost } from "./manager-host.ts";
import { memoryStorage, startJsonServer } from "./testing/json-server.ts";

const managers = { managerUrl: "https://console.example", developmentManagerUrl: "http://localhost:3000" };

test("the probe chooses the development manager only when it answers 200", async () => {
  expect(await chooseManagerHost({ ...managers, production: false }, async () => 200)).toBe(
    "http://localhost:3000",
  );
  expect(await chooseManagerHost({ ...managers, production: false }, async () => 204)).toBe(
    "https://console.example",
  );
  expect(
    await chooseManagerHost({ ...managers, production: false }, () => Promise.reject(new Error("refused"))),
  ).toBe("https://console.example");
});

test("a production build never probes", async () => {
  let probes = 0;
  const probe = async () => (++probes, 200);
  expect(await chooseManagerHost({ ...managers, production: true }, probe)).toBe("https://console.example");
  expect(
    await chooseManagerHost({ ...managers, developmentManagerUrl: undefined, production: false }, probe),
  ).toBe("https://console.example");
  expect(probes).toBe(0);
});

test("the real probe asks the address itself", async () => {
  let status = 200;
  const server = await startJsonServer(() => ({ status }));
  const configuration = {
    managerUrl: "https://console.example",
    developmentManagerUrl: server.url,
    production: false,
  };
  expect(await chooseManagerHost(configuration)).toBe(server.url);
  status = 503;
  expect(await chooseManagerHost(configuration)).toBe("https://console.example");
  await server.close();
  expect(await chooseManagerHost(configuration)).toBe("https://console.example");
});

test("linking details come from the query, else from local storage", () => {
  const stored = memoryStorage({
    [LINKING_KEY]: JSON.stringify({
      userId: "u2",
      accountAuthMethodSettingsId: "s2",
      orgId: "o2",
      authMethodName: "Two",
    }),
  });
  const query = new URLSearchParams({ userId: "u1", orgId: "o1" });
  expect(readLinkingDetails(query, stored)).toEqual({
    userId: "u1",
    orgId: "o1",
    accountAuthMethodSettingsId: undefined,
    authMethodName: undefined,
  });
  const fromStore = readLinkingDetails(new URLSearchParams(), stored);
  expect(fromStore).toEqual({
    userId: "u2",
    accountAuthMethodSettingsId: "s2",
    orgId: "o2",
    authMethodName: "Two",
  });
  expect(isLinking(fromStore)).toBe(true);
});

test("linking details survive the way through an identity provider, but not for ever", () => {
  const store = memoryStorage();
  const details = readLinkingDetails(
    new URLSearchParams({ userId: "u1", accountAuthMethodSettingsId: "s1" }),
    store,
  );
  keepLinkingDetails(details, store, 1_000);
  expect(readLinkingDetails(new URLSearchParams(), store, 1_000 + 29 * 60_000)).toEqual(details);
  expect(isLinking(readLinkingDetails(new URLSearchParams(), store, 1_000 + 31 * 60_000))).toBe(false);
  forgetLinkingDetails(store);
  expect(isLinking(readLinkingDetails(new URLSearchParams(), store, 1_000))).toBe(false);
});

test.each(["not json", "null", "[]", '{"userId":5}', '"x"'])(
  "damaged local storage (%s) is no linking",
  (text) => {
    expect(isLinking(readLinkingDetails(new URLSearchParams(), memoryStorage({ [LINKING_KEY]: text })))).toBe(
      false,
    );
  },
);

test("the my-account page cannot be steered by an organisation id", () => {
  const details = {
    userId: "u",
    accountAuthMethodSettingsId: "s",
    orgId: "../../evil?x#",
    authMethodName: undefined,
  };
  expect(myAccountUrl("https://console.example", details, true)).toBe(
    "https://console.example/organization/..%2F..%2Fevil%3Fx%23/my-account?failedLinkingAuthMethod=true",
  );
});

test("configuration: addresses are trimmed, bad ones fall back, scripts are refused", () => {
  const text = JSON.stringify({
    providerUrl: "https://id.example/",
    apiUrl: "javascript:alert(1)",
    production: true,
    logoUrl: "data:x",
  });
  expect(readConfiguration(text)).toMatchObject({
    providerUrl: "https://id.example",
    apiUrl: "http://localhost:8080",
    managerUrl: "http://localhost:3000",
    production: true,
    registration: false,
    logoUrl: undefined,
  });
  expect(readConfiguration(undefined)).toMatchObject({
    providerUrl: "http://localhost:4433",
    production: false,
  });
});
