// Editing what a person is: names, picture, preferences, status and consent.
import { sql } from "kysely";
import { administeredAccounts, announceAccessChange, keepAdministrators } from "#domains/roles";
import type { Tx } from "#platform/database.ts";
import { Forbidden, Invalid } from "#platform/errors.ts";
import { jsonObject, knownId, optionalText, requiredText } from "#platform/input.ts";
import { changedFields, refuseStale } from "#platform/versions.ts";
import { type ConsentStatus, findUser, type UserRow, type UserStatus } from "./queries.ts";
import { endSessions } from "./sessions.ts";
import { nextUserStatus, requireConsentChange } from "./status-rules.ts";

export interface ProfileInput {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly status?: UserStatus | null | undefined;
  readonly requiredConsentStatus?: ConsentStatus | null | undefined;
  readonly optionalConsentStatus?: ConsentStatus | null | undefined;
  readonly requiredConsentUpdatedAt?: Date | null | undefined;
  readonly optionalConsentUpdatedAt?: Date | null | undefined;
  readonly settings?: unknown;
  readonly userIconId?: string | null | undefined;
  readonly version?: number | null | undefined;
}

interface Editor {
  readonly userId: string;
  /** They themselves or a manager of their home organisation. */
  readonly canEdit: boolean;
}

export interface ProfileChange {
  readonly fields: readonly string[];
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** Answers what changed; nothing when every value was there already. */
export async function editProfile(
  tx: Tx,
  user: UserRow,
  input: ProfileInput,
  editor: Editor,
): Promise<ProfileChange | undefined> {
  const isSelf = editor.userId === user.id;
  const changes = changedFields<Editable>(user, await edits(tx, user, input, isSelf));
  const fields = Object.keys(changes);
  if (fields.length === 0) return undefined;
  if (!editor.canEdit) {
    throw new Forbidden("The profile belongs to the person and to managers of their home organisation.");
  }
  refuseStale(
    input.version,
    { version: user.version, updatedAt: user.updatedAt, updatedByName: await lastEditor(tx, user.id) },
    changes,
  );
  const suspends = changes.status === "SUSPENDED";
  const accounts = suspends ? await administeredAccounts(tx, [user.id]) : [];
  await keepAdministrators(tx, accounts, () => write(tx, user, changes, editor.userId));
  if (changes.status !== undefined) await followStatus(tx, user.id, suspends);
  const before = Object.fromEntries(Object.entries(user).filter(([key]) => fields.includes(key)));
  return { fields, before, after: { ...changes } };
}

type Editable = Pick<
  UserRow,
  | "firstName"
  | "lastName"
  | "picture"
  | "status"
  | "requiredConsentStatus"
  | "optionalConsentStatus"
  | "requiredConsentUpdatedAt"
  | "optionalConsentUpdatedAt"
  | "settings"
  | "userIconId"
>;

async function edits(
  tx: Tx,
  user: UserRow,
  input: ProfileInput,
  isSelf: boolean,
): Promise<Partial<Editable>> {
  const required = consent(
    "required",
    user.requiredConsentStatus,
    input.requiredConsentStatus,
    input.requiredConsentUpdatedAt,
    isSelf,
  );
  const optional = consent(
    "optional",
    user.optionalConsentStatus,
    input.optionalConsentStatus,
    input.optionalConsentUpdatedAt,
    isSelf,
  );
  return {
    ...(input.firstName != null && { firstName: requiredText("firstName", input.firstName, "a first name") }),
    ...(input.lastName != null && { lastName: requiredText("lastName", input.lastName, "a last name") }),
    ...(input.picture !== undefined && { picture: pictureAddress(input.picture) }),
    ...(input.status != null && { status: ownStatus(user, input.status, isSelf) }),
    ...(required && { requiredConsentStatus: required.status, requiredConsentUpdatedAt: required.at }),
    ...(optional && { optionalConsentStatus: optional.status, optionalConsentUpdatedAt: optional.at }),
    ...(input.settings != null && { settings: jsonObject("settings", input.settings) }),
    ...(input.userIconId !== undefined && { userIconId: await icon(tx, user.id, input.userIconId) }),
  };
}

function ownStatus(user: UserRow, asked: UserStatus, isSelf: boolean): UserStatus {
  if (isSelf && asked !== user.status) throw new Forbidden("Nobody changes their own status.");
  return nextUserStatus(user, asked);
}

function consent(
  which: "required" | "optional",
  from: ConsentStatus,
  to: ConsentStatus | null | undefined,
  given: Date | null | undefined,
  isSelf: boolean,
) {
  if (to === null || to === undefined || to === from) return undefined;
  requireConsentChange(`${which}ConsentStatus`, isSelf, from, to);
  const now = new Date();
  // A clock may be a little ahead; a date in the future is a mistake.
  if (given && given.getTime() > now.getTime() + 300_000) {
    throw new Invalid(`${which}ConsentUpdatedAt`, "This time is in the future.");
  }
  return { status: to, at: given ?? now };
}

export function pictureAddress(value: string | null): string | null {
  if (value === null || value.trim() === "") return null;
  const text = optionalText("picture", value, 2_000);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new Invalid("picture", "Enter an address that begins with https://.");
  }
  return text;
}

/** Only a picture that the person or somebody of their organisations stored. */
async function icon(tx: Tx, userId: string, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const { rows } = await sql<{ id: string }>`
    select f.id from files f where f.id = ${knownId(given, "picture")} and f.mime_type like 'image/%'
      and (f.created_by = ${userId} or f.account_id in (select account_id from account_users where user_id = ${userId}))`.execute(
    tx,
  );
  const id = rows[0]?.id;
  if (!id) throw new Invalid("userIconId", "There is no such picture. Upload it first.");
  return id;
}

async function write(tx: Tx, user: UserRow, changes: Partial<Editable>, by: string): Promise<void> {
  const { settings, ...scalars } = changes;
  await tx
    .updateTable("users")
    .set({
      ...(scalars.firstName !== undefined && { first_name: scalars.firstName }),
      ...(scalars.lastName !== undefined && { last_name: scalars.lastName }),
      ...(scalars.picture !== undefined && { picture: scalars.picture }),
      ...(scalars.status !== undefined && { status: scalars.status }),
      ...(scalars.requiredConsentStatus && { required_consent_status: scalars.requiredConsentStatus }),
      ...(scalars.optionalConsentStatus && { optional_consent_status: scalars.optionalConsentStatus }),
      ...(scalars.requiredConsentUpdatedAt && {
        required_consent_updated_at: scalars.requiredConsentUpdatedAt,
      }),
      ...(scalars.optionalConsentUpdatedAt && {
        optional_consent_updated_at: scalars.optionalConsentUpdatedAt,
      }),
      ...(scalars.userIconId !== undefined && { user_icon_id: scalars.userIconId }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      version: user.version + 1,
      updated_at: new Date(),
      updated_by: by,
    })
    .where("id", "=", user.id)
    .execute();
}

/** A suspended person is signed out at once and cannot sign in again until reinstated. */
async function followStatus(tx: Tx, userId: string, isSuspended: boolean): Promise<void> {
  await sql`update identities set state = ${isSuspended ? "inactive" : "active"}, state_changed_at = now()
    where id = ${userId}`.execute(tx);
  if (isSuspended) await endSessions(tx, { userId });
  await announceAccessChange(tx, [userId]);
}

export async function lockedUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  await sql`select 1 from users where id = ${id} for no key update`.execute(tx);
  return findUser(tx, id);
}

async function lastEditor(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select e.first_name || ' ' || e.last_name as name from users u join users e on e.id = u.updated_by
    where u.id = ${userId}`.execute(tx);
  return rows[0]?.name;
}
