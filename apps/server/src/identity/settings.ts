// What the provider needs to know, derived from the product's configuration in one place.
import type { Config } from "#platform/config.ts";
import { type Patience, usualPatience } from "#platform/http/patience.ts";

export const FLOW_KINDS = ["login", "registration", "recovery", "verification", "settings"] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** `burst` attempts at once, then one more every `everyMs`. */
export interface Limit {
  readonly burst: number;
  readonly everyMs: number;
}

export interface IdentitySettings {
  readonly publicUrl: string;
  readonly adminUrl: string;
  readonly uiUrls: Readonly<Record<FlowKind | "error", string>>;
  readonly defaultReturnUrl: string;
  readonly logoutReturnUrl: string;
  readonly allowedReturnUrls: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** With senders who are slow. */
  readonly patience: Patience;
  readonly isRegistrationOpen: boolean;
  /** Off: a recovered person is sent to settings by a 422; on: by a continue_with entry. */
  readonly usesContinueWith: boolean;
  /** On for anything but production: shows an administrator the bodies of sent mails. */
  readonly showsMailBodies: boolean;
  readonly issuerName: string;
  readonly lifespans: Readonly<Record<"flow" | "code" | "session" | "privileged" | "continuity", number>>;
  readonly maxCodeSubmissions: number;
  readonly password: { readonly minLength: number; readonly maxLength: number };
  readonly limits: Readonly<
    Record<"account" | "device" | "address" | "mailPerRecipient" | "mailPerAddress", Limit>
  >;
}

export function identitySettings(
  config: Config,
  overrides: Partial<IdentitySettings> = {},
): IdentitySettings {
  const { console: consoleUrl, signIn, provider, providerAdmin, developmentManager } = config.urls;
  return {
    publicUrl: provider,
    adminUrl: providerAdmin,
    uiUrls: {
      login: `${signIn}/login`,
      registration: `${signIn}/registration`,
      recovery: `${signIn}/recovery`,
      verification: `${signIn}/verification`,
      settings: `${signIn}/settings`,
      error: `${signIn}/error`,
    },
    defaultReturnUrl: `${consoleUrl}/`,
    logoutReturnUrl: `${signIn}/login`,
    allowedReturnUrls: [
      consoleUrl,
      signIn,
      ...(developmentManager === undefined || config.isProduction ? [] : [developmentManager]),
      ...config.allowedReturnUrls,
    ],
    allowedOrigins: [...new Set([consoleUrl, signIn, ...config.allowedOrigins].map((url) => originOf(url)))],
    patience: usualPatience,
    isRegistrationOpen: config.isRegistrationOpen,
    usesContinueWith: false,
    showsMailBodies: !config.isProduction,
    issuerName: "Parley",
    lifespans: {
      flow: hour,
      code: 15 * minute,
      session: 24 * hour,
      privileged: 15 * minute,
      continuity: 30 * minute,
    },
    maxCodeSubmissions: 5,
    password: { minLength: 8, maxLength: 256 },
    limits: {
      // Five at once and one every three minutes: never more than ten guesses in a quarter of an hour.
      account: { burst: 5, everyMs: 3 * minute },
      device: { burst: 5, everyMs: 3 * minute },
      address: { burst: 50, everyMs: 6 * second },
      mailPerRecipient: { burst: 3, everyMs: 5 * minute },
      mailPerAddress: { burst: 20, everyMs: 30 * second },
    },
    ...overrides,
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}
