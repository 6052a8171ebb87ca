// The built-in provider keeps the contract; `npm run test:provider` asks the same of any other.
import { afterAll, beforeAll, test } from "vitest";
import { type TestProvider, startTestProvider } from "../testing/provider.ts";
import { contractCases } from "./cases.ts";

let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider();
});
afterAll(() => server.stop());

test.each(contractCases)("$name", ({ run }) =>
  run({
    publicUrl: server.publicUrl,
    adminUrl: server.adminUrl,
    returnTo: "http://localhost:3000/projects",
    schemaId: "default",
  }),
);
