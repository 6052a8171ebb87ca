export { parseDomain, placeOfPage } from "./domain-url.ts";
export { domainsCovering, findPageEnvironment, type OwningDomain } from "./lookup.ts";
export { type EnvironmentConfigRow, environmentConfigsByIds, environmentConfigsOf } from "./queries.ts";
export { checkDescription, insertDomain, replaceDomains, updateConfigRow } from "./update.ts";
