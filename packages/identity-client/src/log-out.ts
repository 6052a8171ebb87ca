// Logging out is best effort: a failure is reported, and whoever asked for it is sent on in any case.
import type { IdentityClient } from "./client.ts";

export type LogOutOptions = {
  identity: Pick<IdentityClient, "createLogoutFlow" | "submitLogoutFlow">;
  /** Where to go afterwards, as an absolute address. */
  target: string;
  /** Carried on the target, so that signing in again leads back. */
  returnTo?: string | undefined;
  emailId?: string | undefined;
  redirect: (url: string) => void;
  report: (message: string, detail: unknown) => void;
};

export async function logOut({
  identity,
  target,
  returnTo,
  emailId,
  redirect,
  report,
}: LogOutOptions): Promise<void> {
  try {
    const created = await identity.createLogoutFlow();
    const ended =
      created.kind === "ok" ? await identity.submitLogoutFlow(created.body.logout_token) : created;
    if (ended.kind !== "ok") report("Logging out failed.", ended);
  } catch (error) {
    report("Logging out failed.", error);
  }
  const url = new URL(target);
  if (returnTo !== undefined) url.searchParams.set("return_to", returnTo);
  if (emailId !== undefined) url.searchParams.set("emailId", emailId);
  redirect(url.href);
}
