export { maySpend } from "./budget.ts";
export { mailAboutBudget } from "./budget-alert.ts";
export { failureSentence } from "./failure.ts";
export { checkParameters } from "./limits.ts";
export { embeddingModelOf, languageModelOf } from "./models.ts";
export { type CredentialRow, credentialsByIds, findCredential, listProviders } from "./queries.ts";
export { testCredential } from "./test-credential.ts";
export { recordUsage } from "./usage.ts";
export { insertCredential } from "./write.ts";
