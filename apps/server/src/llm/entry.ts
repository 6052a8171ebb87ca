/** What every audit entry about a credential says of it. */
export function credentialEntry(
  owner: { accountId: string; projectId: string },
  objectId: string,
  objectName: string,
) {
  return {
    accountId: owner.accountId,
    projectId: owner.projectId,
    product: "pro_studio",
    objectType: "credential",
    objectId,
    objectName,
  } as const;
}
