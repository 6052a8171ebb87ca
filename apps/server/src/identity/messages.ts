// Every text the provider shows. Front ends key on the id, which is that of Ory Kratos; the words are ours.
export interface UiText {
  readonly id: number;
  readonly text: string;
  readonly type: "info" | "error" | "success";
  readonly context?: Readonly<Record<string, unknown>>;
}

type Context = Readonly<Record<string, unknown>>;
const make =
  (type: UiText["type"]) =>
  (id: number, text: string, context?: Context): UiText =>
    context === undefined ? { id, text, type } : { id, text, type, context };
const info = make("info");
const error = make("error");
const success = make("success");

export const labels = {
  signIn: info(1010001, "Sign in"),
  signInWith: (provider: string, providerId: string) =>
    info(1010002, `Sign in with ${provider}`, { provider, provider_id: providerId }),
  totpCode: info(1010006, "Authenticator code"),
  lookupCode: info(1010007, "Backup code"),
  useTotp: info(1010009, "Use the authenticator"),
  useLookup: info(1010010, "Use a backup code"),
  sendLoginCode: info(1010015, "Send me a code"),
  signInAndLink: info(1010017, "Sign in and link"),
  confirmWith: (provider: string) => info(1010018, `Confirm with ${provider}`, { provider }),
  signInWithPassword: info(1010022, "Sign in with password"),
  signUp: info(1040001, "Sign up"),
  link: (provider: string) => info(1050002, `Link ${provider}`, { provider }),
  unlink: (provider: string) => info(1050003, `Unlink ${provider}`, { provider }),
  unlinkTotp: info(1050004, "Remove the authenticator app"),
  totpQr: info(1050005, "QR code for the authenticator app"),
  totpSecret: (secret: string) => info(1050006, secret, { secret }),
  revealLookup: info(1050007, "Show the backup codes"),
  regenerateLookup: info(1050008, "Make new backup codes"),
  lookupCodesLabel: info(1050010, "Your backup codes: each one works once."),
  confirmLookup: info(1050011, "I have kept the backup codes"),
  disableLookup: info(1050016, "Turn off backup codes"),
  totpSecretLabel: info(1050017, "If you cannot scan the QR code, type in this key."),
  password: info(1070001, "Password"),
  trait: (title: string, name: string) => info(1070002, title, { title, name }),
  save: info(1070003, "Save"),
  verifyCode: info(1070006, "Verify code"),
  email: info(1070007, "Email"),
  resend: info(1070008, "Send the code again"),
  submitContinue: info(1070009, "Continue"),
  recoveryCode: info(1070010, "Recovery code"),
  verificationCode: info(1070011, "Verification code"),
  loginCode: info(1070013, "Sign-in code"),
} as const;

export const lookupCodeList = (codes: ReadonlyArray<{ code: string; usedAt: string | null }>): UiText =>
  info(1050015, codes.map((entry) => (entry.usedAt === null ? entry.code : "used")).join(", "), {
    secrets: codes.map((entry) =>
      entry.usedAt === null
        ? info(1050009, entry.code, { secret: entry.code })
        : info(1050014, `Used at ${entry.usedAt}`, {
            used_at: entry.usedAt,
            used_at_unix: Math.floor(Date.parse(entry.usedAt) / 1000),
          }),
    ),
  });

export const notices = {
  refresh: info(1010003, "Confirm that it is you: sign in again."),
  secondFactor: info(1010004, "Complete the second step of the sign-in."),
  loginCodeSent: info(1010014, "If the address has an account, a code is on its way. Enter it here."),
  linkExisting: (identifier: string, provider: string) =>
    info(1010016, `${identifier} already has an account. Sign in to link it with ${provider}.`, {
      duplicate_identifier: identifier,
      provider,
    }),
  settingsSaved: success(1050001, "Your changes are saved."),
  recovered: (until: Date) =>
    success(1060001, "You are signed in again. Choose a new password now.", {
      privileged_session_expires_at: until.toISOString(),
      privileged_session_expires_at_unix: Math.floor(until.getTime() / 1000),
    }),
  recoveryCodeSent: info(
    1060003,
    "If the address has an account, a recovery code is on its way. Enter it here.",
  ),
  verified: success(1080002, "Your address is verified."),
  verificationCodeSent: info(
    1080003,
    "If the address has an account, a verification code is on its way. Enter it here.",
  ),
} as const;

export const problems = {
  generic: (reason: string) => error(4000001, reason, { reason }),
  required: (property: string) => error(4000002, `${property} is missing.`, { property }),
  tooLong: (property: string, max: number) =>
    error(4000017, `${property} can have at most ${max} characters.`, { max_length: max }),
  passwordCommon: error(4000034, "This password is on lists of common passwords. Choose another one.", {}),
  invalidCredentials: error(4000006, "The address or the password is not right. Check both and try again."),
  duplicateIdentifier: error(
    4000007,
    "This address already has an account. Sign in, or recover the account.",
  ),
  totpWrong: error(4000008, "The authenticator code is not right. Wait for the next one and try again."),
  noTotp: error(4000011, "No authenticator app is set up for this account."),
  lookupUsed: error(4000012, "This backup code has been used. Take another one."),
  noLookup: error(4000014, "No backup codes are set up for this account."),
  lookupWrong: error(4000016, "The backup code is not right. Check it and try again."),
  linkTaken: (provider: string) =>
    error(4000027, `This account at ${provider} is linked with somebody else. Sign in there as yourself.`),
  passwordLikeIdentifier: error(4000031, "The password is too close to your address. Choose another one."),
  passwordShort: (min: number, actual: number) =>
    error(4000032, `The password needs at least ${min} characters.`, {
      min_length: min,
      actual_length: actual,
    }),
  passwordLong: (max: number, actual: number) =>
    error(4000033, `The password can have at most ${max} characters.`, {
      max_length: max,
      actual_length: actual,
    }),
  passwordSame: error(4000039, "This is your present password. Choose a new one."),
  notAnEmail: (value: string) => error(4000040, `${value} is not an e-mail address.`, { value }),
  flowExpired: (id: 4010001 | 4040001 | 4050001 | 4060005 | 4070005, at: Date) =>
    error(id, "The form was open for too long. Fill it in again.", {
      expired_at: at.toISOString(),
      expired_at_unix: Math.floor(at.getTime() / 1000),
    }),
  noMethod: (id: 4010002 | 4010003 | 4010004 | 4010005 | 4010006) =>
    error(id, "This way of continuing is not offered. Choose one of those shown."),
  loginCodeWrong: error(4010008, "The code is not right or was used. Ask for a new one."),
  linkMismatch: error(
    4010009,
    "This is another account than the one to link. Sign in with the matching one.",
  ),
  identityDisabled: error(4010011, "This account is turned off. Ask an administrator of your organisation."),
  recoveryRetry: error(4060001, "This recovery is finished. Start a new one."),
  recoveryCodeWrong: error(4060006, "The code is not right or was used. Ask for a new one."),
  verificationRetry: error(4070002, "This verification is finished. Start a new one."),
  verificationCodeWrong: error(4070006, "The code is not right or was used. Ask for a new one."),
} as const;
