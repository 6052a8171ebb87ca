import { loginCases } from "./login.ts";
import { mailedCodeCases } from "./mailed-codes.ts";
import { sessionCases } from "./sessions.ts";
import { settingsCases } from "./settings.ts";
import type { ContractCase } from "./target.ts";

export const contractCases: readonly ContractCase[] = [
  ...loginCases,
  ...sessionCases,
  ...mailedCodeCases,
  ...settingsCases,
];
