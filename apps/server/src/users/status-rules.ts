// Which changes of a status are allowed, by whom (decision 022).
import { Invalid } from "#platform/errors.ts";
import type { ConsentStatus, RecoveryStatus, UserRow, UserStatus } from "./queries.ts";

/** Managers suspend and reinstate. INVITED becomes ACTIVE by signing in, never by a click. */
export function nextUserStatus(
  user: Pick<UserRow, "status" | "lastActiveAt">,
  asked: UserStatus,
): UserStatus {
  if (asked === user.status) return asked;
  if (asked === "SUSPENDED") return "SUSPENDED";
  if (user.status === "SUSPENDED") return user.lastActiveAt === null ? "INVITED" : "ACTIVE";
  throw new Invalid(
    "status",
    asked === "ACTIVE"
      ? "An invited person becomes active by signing in."
      : "Somebody who has signed in cannot be made invited again.",
  );
}

/** People answer for themselves; a manager can only ask again. */
export function requireConsentChange(
  field: string,
  isSelf: boolean,
  from: ConsentStatus,
  to: ConsentStatus,
): void {
  if (from === to) return;
  if (isSelf && to === "PENDING")
    throw new Invalid(field, "Accept or decline; you cannot leave it open again.");
  if (!isSelf && to !== "PENDING") {
    throw new Invalid(
      field,
      "Only the person can accept or decline. You can set it to pending to ask again.",
    );
  }
}

const recoveryTransitions: Readonly<Record<RecoveryStatus, readonly RecoveryStatus[]>> = {
  NONE: ["REQUESTED", "BLOCKED"],
  REQUESTED: ["NONE", "IN_PROGRESS", "COMPLETED", "BLOCKED"],
  IN_PROGRESS: ["NONE", "REQUESTED", "COMPLETED", "BLOCKED"],
  COMPLETED: ["NONE", "REQUESTED", "BLOCKED"],
  BLOCKED: ["NONE"],
};

export function canMoveRecovery(from: RecoveryStatus, to: RecoveryStatus): boolean {
  return from === to || recoveryTransitions[from].includes(to);
}
