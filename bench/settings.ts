/** What a Parley that is measured is set to: one organisation sends as much as the machine takes. bench/load.ts alone
 *  measures the share of each organisation and sets it itself. */
export const measured = {
  PARLEY_DEMO: "off",
  LOG_LEVEL: "warn",
  TENANT_REQUESTS_PER_SECOND: "0",
} as const;
