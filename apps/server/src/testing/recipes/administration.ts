// Organisations, people and projects.
import { Readable } from "node:stream";
import { idpCertificate, idpEntityId } from "../../identity/testing/saml-idp.ts";
import type { RolledBack } from "../rolled-back.ts";
import { idMadeBy, type Recipes } from "./recipe.ts";

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** A new stream for every reading: the same upload sent again is another stream of the same bytes. */
export function upload(filename: string, content: Buffer | string) {
  return Promise.resolve({ filename, createReadStream: () => Readable.from([Buffer.from(content)]) });
}

export const picture = () => upload("logo.png", onePixel);

export const administration: Recipes = {
  createProject: async (args, { database }) => {
    const product = await database.db
      .selectFrom("products")
      .select("id")
      .where("name", "=", "analytics")
      .executeTakeFirstOrThrow();
    return { ...args, productIds: [product.id] };
  },
  createAccount: () => ({ accountName: "An organisation of its own" }),
  deleteAccount: async (_, tools) => ({
    id: await idMadeBy(tools, "createAccount", {
      accountName: "Holds nothing",
      parentAccountId: await tools.idOf("accounts"),
    }),
  }),
  updateAccount: (args) => ({ ...args, name: "Another name" }),
  updateTeam: (args) => ({ ...args, name: "Another name" }),
  updateUserLimited: (args) => ({ ...args, firstName: "Another" }),
  setTeamAccountProjectRoles: async (args, { idOf }) => ({
    ...args,
    projectRolesUpdate: [{ projectId: await idOf("projects"), isRemoved: true }],
  }),
  setUserPasswordRecoveryStatus: (args) => ({ ...args, passwordRecoveryStatus: "BLOCKED" }),
  startLoginMethodTest: () => ({
    connection: {
      type: "SAML",
      name: "Acme SSO",
      providerId: `saml-${"0123456789".repeat(2)}`,
      entityIssuer: idpEntityId,
      settings: { entryPoint: "https://idp.example/sso", certificates: [idpCertificate] },
    },
  }),
  uploadPicture: () => ({ file: picture() }),
  connectAuthMethod: (_, { userId }) => ({ userId }),
  startUserRecoveryProcess: async (_, { database, idOf }) => ({
    email: await emailOf(database, await idOf("users")),
  }),
  finishUserRecoveryProcess: async (_, { database, idOf }) => {
    const id = await idOf("users");
    await database.client.query("update users set password_recovery_status = 'IN_PROGRESS' where id = $1", [
      id,
    ]);
    return { email: await emailOf(database, id) };
  },
  endOwnSession: async (args, { database, userId, idOf }) => {
    const id = await idOf("identity_sessions");
    await database.client.query("update identity_sessions set identity_id = $1 where id = $2", [userId, id]);
    return { ...args, id };
  },
};

async function emailOf({ db }: RolledBack, userId: string) {
  const user = await db
    .selectFrom("users")
    .select("user_name")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return user.user_name;
}
