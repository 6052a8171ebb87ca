export const lastOrganizationKey = "parley.lastOrganization";
