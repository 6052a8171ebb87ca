import { expect, test } from "vitest";
import { Unavailable } from "#platform/errors.ts";
import { loginCodeMail } from "#platform/mail/templates.ts";
import { createPatientMailer } from "./patient-mailer.ts";

const mail = loginCodeMail({ code: "123456", minutes: 15 });
const log = { warn: () => undefined };

function awayFor(times: number) {
  const tries: string[] = [];
  return {
    tries,
    send: async (recipient: string) => {
      tries.push(recipient);
      if (tries.length <= times) throw new Unavailable("The mail could not be sent.");
    },
  };
}

test("a mail server that is away for a moment gets the mail when it is back, once", async () => {
  const server = awayFor(2);
  await createPatientMailer(server, log, [5, 5, 5]).send("ann@example.com", mail);
  await expect.poll(() => server.tries.length).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.tries).toHaveLength(3);
});

test("gives up after the last pause, and at once for an address that cannot be one", async () => {
  const gone = awayFor(99);
  await createPatientMailer(gone, log, [1, 1]).send("ann@example.com", mail);
  await expect.poll(() => gone.tries.length).toBe(3);
  const refusing = { send: () => Promise.reject(new Error("not an address")) };
  await expect(createPatientMailer(refusing, log, [1]).send("x", mail)).rejects.toThrow("not an address");
});

test("waits no longer once it is closed", async () => {
  const server = awayFor(99);
  const mailer = createPatientMailer(server, log, [5]);
  await mailer.send("ann@example.com", mail);
  mailer.close();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.tries).toHaveLength(1);
});
