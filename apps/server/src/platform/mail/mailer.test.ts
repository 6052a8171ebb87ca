import net from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseConnection } from "#platform/database.ts";
import { connectTestDatabase } from "#testing/database.ts";
import { createMailbox, latestMails, mailsTo } from "./mailbox.ts";
import { createMailer } from "./mailer.ts";
import { loginCodeMail, recoveryCodeMail } from "./templates.ts";

const mail = loginCodeMail({ code: "123456", minutes: 15 });

describe("through SMTP", () => {
  const unused = { add: () => Promise.reject(new Error("the mailbox is not used")) };
  let stop = async () => {};
  afterEach(() => stop());

  test("a mail arrives with sender, recipient, subject, text and HTML", async () => {
    const server = await startSmtpServer();
    stop = server.stop;
    const mailer = createMailer({
      smtpUrl: server.url,
      from: "Parley <no-reply@parley.example>",
      store: unused,
    });
    await mailer.send("ann@example.com", mail);
    expect(mailer.isDelivering).toBe(true);
    expect(server.commands).toContain("MAIL FROM:<no-reply@parley.example>");
    expect(server.commands).toContain("RCPT TO:<ann@example.com>");
    const [message = ""] = server.messages;
    expect(message).toMatch(/^From: Parley <no-reply@parley.example>$/m);
    expect(message).toMatch(/^Subject: 123456 is your Parley sign-in code$/m);
    expect(message).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(message).toContain("multipart/alternative");
    expect(message).toContain("    123456");
    expect(message).toContain("<strong>123456</strong>");
  });

  test("a server that refuses gives a sentence that does not name it", async () => {
    const server = await startSmtpServer({ "RCPT TO": "550 no such user at mail-7.internal" });
    stop = server.stop;
    const mailer = createMailer({ smtpUrl: server.url, from: "a@parley.example", store: unused });
    const failure = await mailer.send("ann@example.com", mail).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: "The mail could not be sent. The mail server did not take it.",
    });
    expect(JSON.stringify(failure)).not.toContain("internal");
  });

  test.each([
    "ann@example.com\r\nRCPT TO:<eve@example.com>",
    "ann@example.com, eve@example.com",
    "Ann <ann@example.com>",
    "ann@example.com\nBcc: eve@example.com",
    "ann",
    "",
    "a@b@c",
  ])("%j is not one address and reaches no server", async (recipient) => {
    const server = await startSmtpServer();
    stop = server.stop;
    const mailer = createMailer({ smtpUrl: server.url, from: "a@parley.example", store: unused });
    await expect(mailer.send(recipient, mail)).rejects.toThrow("not one e-mail address");
    expect(server.commands).toEqual([]);
  });
});

describe("without SMTP", () => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await connectTestDatabase();
  });
  afterAll(() => connection.close());

  test("mails go to the development mailbox, newest first, whatever the case of the address", async () => {
    const store = createMailbox(connection.db);
    const mailer = createMailer({ smtpUrl: undefined, from: "a@parley.example", store });
    await mailer.send("Ann@example.com", mail);
    await mailer.send("ann@example.com", recoveryCodeMail({ code: "654321", minutes: 1 }));
    await mailer.send("bob@example.com", mail);
    expect(mailer.isDelivering).toBe(false);
    const mails = await mailsTo(connection.db, "ANN@example.com");
    expect(mails.map((it) => [it.template, it.subject])).toEqual([
      ["recovery-code", "654321 is your Parley recovery code"],
      ["login-code", "123456 is your Parley sign-in code"],
    ]);
    expect(mails[0]?.text).toContain("valid for 1 minute and works once");
    expect((await latestMails(connection.db, 1)).map((it) => it.recipient)).toEqual(["bob@example.com"]);
  });
});

interface SmtpServer {
  readonly url: string;
  readonly commands: string[];
  readonly messages: string[];
  readonly stop: () => Promise<void>;
}

/** Speaks as much SMTP as a mail needs; `refusals` answers commands that begin with a key. */
async function startSmtpServer(refusals: Readonly<Record<string, string>> = {}): Promise<SmtpServer> {
  const commands: string[] = [];
  const messages: string[] = [];
  const server = net.createServer((socket) => {
    const answer = (line: string) => socket.write(`${line}\r\n`);
    let pending = "";
    let isData = false;
    answer("220 test ESMTP");
    socket.on("data", (chunk) => {
      pending += chunk.toString("utf8");
      for (;;) {
        const end = isData ? pending.indexOf("\r\n.\r\n") : pending.indexOf("\r\n");
        if (end === -1) return;
        const piece = pending.slice(0, end);
        pending = pending.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          messages.push(piece.replaceAll("\r\n", "\n"));
          answer("250 taken");
          continue;
        }
        commands.push(piece);
        const refusal = Object.entries(refusals).find(([start]) => piece.startsWith(start));
        if (refusal !== undefined) answer(refusal[1]);
        else if (piece === "DATA") {
          isData = true;
          answer("354 go on");
        } else if (piece === "QUIT") socket.end("221 bye\r\n");
        else answer("250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, commands, messages, stop };
}
