import { expect, test } from "vitest";
import {
  budgetMail,
  failureDigestMail,
  invitationMail,
  loginCodeMail,
  passwordChangedMail,
  recoveryCodeMail,
  recoveryStartedMail,
  verificationCodeMail,
} from "./templates.ts";

const at = new Date("2026-11-15T10:20:30Z");

test("each template says what it is for, in text and in HTML", () => {
  const mails = [
    recoveryCodeMail({ code: "111111", minutes: 15 }),
    verificationCodeMail({ code: "111111", minutes: 15 }),
    loginCodeMail({ code: "111111", minutes: 15 }),
    invitationMail({
      organisation: "Acme",
      invitedBy: "Ann",
      link: "https://parley.example/join?a=1&b=2",
      days: 7,
    }),
    passwordChangedMail({
      at,
      device: "Firefox",
      endedSessions: 2,
      recoveryLink: "https://parley.example/recovery",
    }),
    failureDigestMail({
      organisation: "Acme",
      since: at,
      failures: [{ what: "Callback of Shop", times: 3, last: at }],
      link: "https://parley.example/failures",
    }),
    recoveryStartedMail({ code: "111111", minutes: 15, link: "https://parley.example/recovery?flow=1" }),
    budgetMail({
      project: "Help desk",
      spent: 8.5,
      limit: 10,
      currency: "USD",
      isStopped: false,
      link: "https://parley.example/usage",
    }),
  ];
  expect(mails.map((mail) => `${mail.template}: ${mail.subject}`)).toEqual([
    "recovery-code: 111111 is your Parley recovery code",
    "verification-code: 111111 confirms your e-mail address",
    "login-code: 111111 is your Parley sign-in code",
    "invitation: Join Acme on Parley",
    "password-changed: Your Parley password was changed",
    "failure-digest: 3 failures in Acme",
    "recovery-started: 111111 is your Parley recovery code",
    "model-budget: 85 % of the model budget of Help desk is used",
  ]);
  expect(mails[3]?.text).toContain("Accept the invitation: https://parley.example/join?a=1&b=2");
  expect(mails[3]?.html).toContain('href="https://parley.example/join?a=1&amp;b=2"');
  expect(mails[4]?.text).toContain("on 2026-11-15 at 10:20 UTC from Firefox");
  expect(mails[5]?.text).toContain("Callback of Shop: 3 times");
  expect(mails[7]?.text).toContain("spent 8.50 USD of 10.00 USD");
  for (const mail of mails) expect(mail.text + mail.subject).not.toMatch(/!|undefined|successfully/);
});

test("a name cannot bring markup, lines of its own or a page of text", () => {
  const mail = invitationMail({
    organisation: `<script>alert(1)</script>\r\nBcc: eve@example.com\u202Emoc${"x".repeat(500)}`,
    invitedBy: `"><img src=x onerror=alert(1)>`,
    link: "https://parley.example/join",
    days: 1,
  });
  expect(mail.subject).not.toMatch(/[\r\n\u202E]/);
  expect(mail.subject.length).toBeLessThanOrEqual(150);
  expect(mail.html).not.toMatch(/<script|<img/);
  expect(mail.text).toContain("valid for 1 day.");
});

test("a link must lead to the web", () => {
  const details = { organisation: "Acme", invitedBy: "Ann", days: 1 };
  expect(() => invitationMail({ ...details, link: "javascript:alert(1)" })).toThrow("http");
});

test("a digest lists twenty kinds and counts the rest", () => {
  const failures = Array.from({ length: 25 }, (_, index) => ({ what: `Kind ${index}`, times: 2, last: at }));
  const mail = failureDigestMail({
    organisation: "Acme",
    since: at,
    failures,
    link: "https://parley.example/",
  });
  expect(mail.subject).toBe("50 failures in Acme");
  expect(mail.text).toContain("Kind 19: 2 times");
  expect(mail.text).not.toContain("Kind 20");
  expect(mail.text).toContain("And 5 more kinds of failure.");
});
