// Redis and Valkey: one connection that is subscribed, one that publishes. Answers need not be understood: whatever
// arrives on the subscribed one is a reason to look.
import type { HintEngine, HintsOptions } from "./hints.ts";
import { keepLine } from "./line.ts";

export function speakRedis({ hintsUrl, log, wake }: HintsOptions): HintEngine {
  const url = new URL(hintsUrl);
  const channel = url.searchParams.get("channel") ?? "parley";
  const line = { url, log, defaultPort: 6_379, isSecure: url.protocol === "rediss:" };
  const signIn = url.password
    ? command(
        "AUTH",
        ...(url.username ? [decodeURIComponent(url.username)] : []),
        decodeURIComponent(url.password),
      )
    : "";
  const listening = keepLine({
    ...line,
    greet: (write) => write(signIn + command("SUBSCRIBE", channel)),
    hear: (text) => {
      if (text.startsWith("-")) log.error({ answer: text.trim() }, "Redis refuses the hints");
      wake();
    },
  });
  const telling = keepLine({
    ...line,
    greet: (write) => write(signIn),
    hear: () => undefined,
  });
  return {
    send: () => telling.write(command("PUBLISH", channel, "1")),
    async stop() {
      await Promise.all([listening.stop(), telling.stop()]);
    },
  };
}

function command(...words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`;
}
