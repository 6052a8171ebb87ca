// `npm run test:provider -- --public URL --admin URL`: the contract against any provider that speaks Ory Kratos.
// It needs password, code, TOTP and lookup secrets turned on, mails readable at /admin/courier/messages, and
// --return-to on the provider's list of allowed addresses. It makes identities and leaves them there.
import { parseArgs } from "node:util";
import { contractCases } from "./cases.ts";

const { values } = parseArgs({
  options: {
    public: { type: "string", default: "http://localhost:4433" },
    admin: { type: "string", default: "http://127.0.0.1:4434" },
    "return-to": { type: "string", default: "http://localhost:3000/projects" },
    schema: { type: "string", default: "default" },
    only: { type: "string", default: "" },
  },
});

const target = {
  publicUrl: values.public,
  adminUrl: values.admin,
  returnTo: values["return-to"],
  schemaId: values.schema,
};
const write = (line: string) => process.stdout.write(`${line}\n`);
const chosen = contractCases.filter(({ name }) => name.includes(values.only));
let failed = 0;
for (const { name, run } of chosen) {
  try {
    await run(target);
    write(`ok    ${name}`);
  } catch (error) {
    failed += 1;
    write(`FAIL  ${name}\n      ${String(error).replaceAll("\n", "\n      ")}`);
  }
}
write(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
