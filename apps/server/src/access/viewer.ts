// The person behind a call, and the questions a resolver asks about them before it does anything.
import type { BriefMemory } from "#platform/brief-memory.ts";
import type { Db } from "#platform/database.ts";
import { Forbidden, NotFound, Unauthenticated } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { createRowScope, type RowScope } from "#platform/row-security/row-scope.ts";
import { type AccountAction, ACTIONS, isAllowed, type ProjectAction } from "./actions.ts";
import { type AccountGrants, accountGrants, type ProjectGrants, projectGrants } from "./grants.ts";

export interface Question {
  readonly action: AccountAction | ProjectAction;
  readonly scope: { readonly accountId: string } | { readonly projectId: string };
}

export interface Viewer {
  /** Undefined for a visitor without a session and for the server's own admin-secret calls. */
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly isAdminSecret: boolean;
  /** Set by the first question asked; a root resolver that never asks is refused (graphql.ts). */
  hasAsked: boolean;
  /** What requireAccess() was asked, in order. */
  readonly questions: Question[];
  /** Where the answers were yes: the second net under what the resolver does next (decision 130). */
  readonly scope: RowScope;
  accountGrants(accountId: string): Promise<AccountGrants | undefined>;
  projectGrants(projectId: string): Promise<ProjectGrants | undefined>;
  /** Long-lived subscriptions ask anew before every event, so that a demotion takes effect at once. */
  forget(): void;
}

export type GrantsMemory = BriefMemory<AccountGrants | ProjectGrants | undefined>;

export function createViewer(
  db: Db,
  identity: { userId?: string | undefined; sessionId?: string | undefined; isAdminSecret?: boolean },
  memory?: GrantsMemory,
  scope = createRowScope(),
): Viewer {
  const { userId } = identity;
  const ask = <G extends AccountGrants>(
    kind: string,
    id: string,
    query: (db: Db, userId: string, id: string) => Promise<G | undefined>,
  ): Promise<G | undefined> => {
    if (!userId) return Promise.resolve(undefined);
    if (!memory) return query(db, userId, id);
    // The kind in the key makes it the same query's answer.
    return memory.get(`${kind} ${userId} ${id}`, () => query(db, userId, id)) as Promise<G | undefined>;
  };
  // Within one request the same question is asked once.
  let accounts: Map<string, Promise<AccountGrants | undefined>> | undefined;
  let projects: Map<string, Promise<ProjectGrants | undefined>> | undefined;
  return {
    userId,
    sessionId: identity.sessionId,
    isAdminSecret: identity.isAdminSecret ?? false,
    hasAsked: false,
    questions: [],
    scope,
    accountGrants: (id) => askedOnce((accounts ??= new Map()), id, () => ask("account", id, accountGrants)),
    projectGrants: (id) => askedOnce((projects ??= new Map()), id, () => ask("project", id, projectGrants)),
    forget() {
      accounts = undefined;
      projects = undefined;
    },
  };
}

function askedOnce<G>(asked: Map<string, Promise<G>>, id: string, ask: () => Promise<G>): Promise<G> {
  const known = asked.get(id);
  if (known) return known;
  const answer = ask();
  asked.set(id, answer);
  return answer;
}

/** The same person asked inside a transaction: sees its changes, and needs no second connection. */
export function viewerIn(tx: Db, viewer: Viewer): Viewer {
  return createViewer(tx, viewer, undefined, viewer.scope);
}

/** The field is meant for everyone, signed in or not; say so instead of forgetting to ask. */
export function allowEveryone(viewer: Viewer): void {
  viewer.hasAsked = true;
}

/** For a person's own data: answers their id. */
export function requireUser(viewer: Viewer): string {
  viewer.hasAsked = true;
  if (!viewer.userId) throw new Unauthenticated();
  return viewer.userId;
}

/** For the server's own privileged calls. */
export function requireAdminSecret(viewer: Viewer): void {
  viewer.hasAsked = true;
  if (!viewer.isAdminSecret) throw new Unauthenticated("This call is reserved for the server itself.");
}

/** `noun` is what the caller asked for, when that is something within the place: it answers as missing by that name. */
export async function requireAccess(
  viewer: Viewer,
  action: AccountAction,
  scope: { accountId: string },
  noun?: string,
): Promise<AccountGrants>;
export async function requireAccess(
  viewer: Viewer,
  action: ProjectAction,
  scope: { projectId: string },
  noun?: string,
): Promise<ProjectGrants>;
export async function requireAccess(
  viewer: Viewer,
  action: AccountAction | ProjectAction,
  scope: { accountId: string } | { projectId: string },
  noun = "projectId" in scope ? "project" : "organisation",
): Promise<AccountGrants | ProjectGrants> {
  requireUser(viewer);
  viewer.questions.push({ action, scope });
  const id = "projectId" in scope ? scope.projectId : scope.accountId;
  const grants = isId(id) ? await loadGrants(viewer, scope) : undefined;
  // What exists but is not the viewer's answers like what does not exist.
  if (!grants || grants.held.size === 0) throw new NotFound(noun);
  if (!isAllowed(action, grants.held)) throw new Forbidden();
  viewer.scope.admit(grants);
  return grants;
}

export async function can(
  viewer: Viewer,
  action: AccountAction,
  scope: { accountId: string },
): Promise<boolean>;
export async function can(
  viewer: Viewer,
  action: ProjectAction,
  scope: { projectId: string },
): Promise<boolean>;
export async function can(
  viewer: Viewer,
  action: AccountAction | ProjectAction,
  scope: { accountId: string } | { projectId: string },
): Promise<boolean> {
  viewer.hasAsked = true;
  const grants = await loadGrants(viewer, scope);
  const isYes = grants !== undefined && isAllowed(action, grants.held);
  if (isYes) viewer.scope.admit(grants);
  return isYes;
}

/** The role keys that give an action: for lists that are filtered in SQL. */
export function holdersOf(action: AccountAction | ProjectAction): string[] {
  return [...ACTIONS[action].holders];
}

function loadGrants(viewer: Viewer, scope: { accountId: string } | { projectId: string }) {
  return "projectId" in scope ? viewer.projectGrants(scope.projectId) : viewer.accountGrants(scope.accountId);
}
