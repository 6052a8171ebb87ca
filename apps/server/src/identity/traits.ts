// What the provider knows of a person: the identity schema "default".
import { z } from "zod";
import { FormProblem } from "./errors.ts";
import { problems } from "./messages.ts";

export const SCHEMA_ID = "default";

const name = z.string().trim().max(120);
export const traitsSchema = z.object({
  email: z
    .email()
    .max(254)
    .transform((value) => value.toLowerCase()),
  name: z.object({ first: name.optional(), last: name.optional() }).optional(),
});
export type Traits = z.infer<typeof traitsSchema>;

/** One problem at a time, on the field it belongs to. */
export function parseTraits(value: unknown): Traits {
  const parsed = traitsSchema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join(".") ?? "";
  const field = `traits.${path}`;
  const given = path.split(".").reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
  if (given === undefined || given === "") throw new FormProblem(problems.required(path), field);
  if (path === "email")
    throw new FormProblem(problems.notAnEmail(JSON.stringify(given).slice(0, 254)), field);
  throw new FormProblem(problems.tooLong(path, 120), field);
}

export const identitySchema = {
  $id: "default",
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Person",
  type: "object",
  properties: {
    traits: {
      type: "object",
      properties: {
        email: {
          type: "string",
          format: "email",
          title: "Email",
          maxLength: 254,
          "ory.sh/kratos": {
            credentials: {
              password: { identifier: true },
              code: { identifier: true, via: "email" },
              totp: { account_name: true },
            },
            recovery: { via: "email" },
            verification: { via: "email" },
          },
        },
        name: {
          type: "object",
          properties: {
            first: { type: "string", title: "First name", maxLength: 120 },
            last: { type: "string", title: "Last name", maxLength: 120 },
          },
        },
      },
      required: ["email"],
      additionalProperties: false,
    },
  },
} as const;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
