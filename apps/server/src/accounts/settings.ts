// General settings and resource limits: what each may hold, and how they are inherited (decision 023).
import { z } from "zod";
import { Invalid } from "#platform/errors.ts";
import { jsonObject } from "#platform/input.ts";

const timeZones = new Set(Intl.supportedValuesOf("timeZone").concat("UTC"));
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, {
    error: "Enter domains such as example.org.",
  });

export const generalSettings = {
  language: { label: "Language", schema: z.enum(["en"], { error: "This language is not offered." }) },
  timeZone: {
    label: "Time zone",
    schema: z.string().refine((name) => timeZones.has(name), { error: "There is no such time zone." }),
  },
  supportEmail: { label: "Support address", schema: z.email({ error: "Enter an e-mail address." }) },
  emailDomains: {
    label: "E-mail domains",
    schema: z.array(domain).max(50, { error: "At most 50 domains can be listed." }),
  },
} as const;

const limit = z
  .number({ error: "A limit is a whole number." })
  .int({ error: "A limit is a whole number." })
  .min(0, { error: "A limit cannot be below 0." })
  .max(1_000_000, { error: "A limit can be at most 1,000,000." });

export const resourceLimits = {
  users: { label: "People", schema: limit },
  teams: { label: "Teams", schema: limit },
  projects: { label: "Projects", schema: limit },
  childAccounts: { label: "Organisations below", schema: limit },
  bots: { label: "Bots", schema: limit },
} as const;

export type Resource = keyof typeof resourceLimits;

type Definitions = Readonly<Record<string, { label: string; schema: z.ZodType }>>;

/** What is stored with the changes merged in: null for a key means that the value is inherited again. */
export function mergeSettings(
  field: "generalSettings" | "resourceLimitSettings",
  stored: Record<string, unknown>,
  changes: unknown,
): Record<string, unknown> {
  const definitions: Definitions = field === "generalSettings" ? generalSettings : resourceLimits;
  const merged = { ...stored };
  for (const [key, value] of Object.entries(jsonObject(field, changes))) {
    const definition = definitions[key];
    if (!definition) throw new Invalid(`${field}.${key}`, `There is no setting ${key}.`);
    if (value === null) {
      delete merged[key];
      continue;
    }
    const parsed = definition.schema.safeParse(value);
    if (!parsed.success) {
      throw new Invalid(`${field}.${key}`, parsed.error.issues[0]?.message ?? "This value does not work.");
    }
    merged[key] = parsed.data;
  }
  return merged;
}

export interface SettingsOfAccount {
  readonly id: string;
  readonly name: string;
  readonly generalSettings: Record<string, unknown>;
  readonly resourceLimitSettings: Record<string, unknown>;
}

export interface EffectiveValue {
  readonly kind: "GENERAL" | "RESOURCE_LIMIT";
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  readonly isInherited: boolean;
  readonly sourceAccountId: string | null;
  readonly sourceAccountName: string | null;
}

/** `path` runs from the top organisation down to the account itself; the nearest value counts. */
export function effectiveSettings(path: readonly SettingsOfAccount[]): EffectiveValue[] {
  const own = path.at(-1)?.id;
  const resolve = (kind: EffectiveValue["kind"], definitions: Definitions): EffectiveValue[] =>
    Object.entries(definitions).map(([name, { label }]) => {
      const of = (account: SettingsOfAccount) =>
        (kind === "GENERAL" ? account.generalSettings : account.resourceLimitSettings)[name];
      // Domains say whose people an address belongs to: a child does not answer to its parent's.
      const isOwnOnly = name === "emailDomains";
      const source = path.findLast(
        (account) => of(account) !== undefined && (!isOwnOnly || account.id === own),
      );
      return {
        kind,
        name,
        label,
        value: source ? of(source) : null,
        isInherited: source !== undefined && source.id !== own,
        sourceAccountId: source?.id ?? null,
        sourceAccountName: source?.name ?? null,
      };
    });
  return [...resolve("GENERAL", generalSettings), ...resolve("RESOURCE_LIMIT", resourceLimits)];
}
