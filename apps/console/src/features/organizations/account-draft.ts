// The edits of an organisation's page, and what of them is sent.
import type { Account, Setting } from "./account-query.ts";

export type AccountDraft = {
  name?: string;
  status?: Account["status"];
  /** null takes the manager away. */
  managerId?: string | null;
  /** By kind and name, such as "GENERAL timeZone"; null means: inherit again. */
  settings: Readonly<Record<string, unknown>>;
};

export const emptyDraft: AccountDraft = { settings: {} };
export const keyOf = (setting: Pick<Setting, "kind" | "name">) => `${setting.kind} ${setting.name}`;
export const isOwn = (setting: Setting) => setting.sourceAccountId !== null && !setting.isInherited;

/** Labels of what differs from what is saved. */
export function changedLabels(
  account: Account,
  draft: AccountDraft,
  label: (field: string) => string,
): string[] {
  return [
    ...(draft.name !== undefined && draft.name !== account.name ? [label("name")] : []),
    ...(draft.status !== undefined && draft.status !== account.status ? [label("statusLabel")] : []),
    ...(draft.managerId !== undefined && draft.managerId !== (account.accountManagerId ?? null)
      ? [label("manager")]
      : []),
    ...account.effectiveSettings
      .filter((setting) => isChanged(setting, draft))
      .map((setting) => setting.label),
  ];
}

function isChanged(setting: Setting, draft: AccountDraft): boolean {
  const next = draft.settings[keyOf(setting)];
  if (next === undefined) return false;
  if (next === null) return isOwn(setting);
  return !isOwn(setting) || JSON.stringify(next) !== JSON.stringify(setting.value);
}

export function toVariables(account: Account, draft: AccountDraft) {
  const settingsOf = (kind: string) => {
    const changed = account.effectiveSettings.filter(
      (setting) => setting.kind === kind && isChanged(setting, draft),
    );
    return changed.length > 0
      ? Object.fromEntries(changed.map((setting) => [setting.name, draft.settings[keyOf(setting)]]))
      : undefined;
  };
  const generalSettings = settingsOf("GENERAL");
  const resourceLimitSettings = settingsOf("RESOURCE_LIMIT");
  return {
    id: account.id,
    version: account.version,
    ...(draft.name !== undefined ? { name: draft.name } : {}),
    ...(draft.status !== undefined ? { status: draft.status } : {}),
    ...(draft.managerId !== undefined ? { accountManagerId: draft.managerId } : {}),
    ...(generalSettings ? { generalSettings } : {}),
    ...(resourceLimitSettings ? { resourceLimitSettings } : {}),
  };
}
