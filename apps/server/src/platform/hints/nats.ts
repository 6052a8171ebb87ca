// NATS: one connection that subscribes to a subject and publishes to it. Core NATS keeps nothing, and need not.
import type { HintEngine, HintsOptions } from "./hints.ts";
import { keepLine } from "./line.ts";

export function speakNats({ hintsUrl, log, wake }: HintsOptions): HintEngine {
  const url = new URL(hintsUrl);
  const subject = url.searchParams.get("subject") ?? "parley";
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const login = pass ? { user, pass } : user ? { auth_token: user } : {};
  const options = { verbose: false, pedantic: false, lang: "node", version: "1", name: "parley", ...login };
  let rest = "";
  const line = keepLine({
    url,
    log,
    defaultPort: 4_222,
    // A server that wants TLS from the first byte on; see `handshake_first`.
    isSecure: url.protocol === "tls:",
    greet: (write) => {
      rest = "";
      write(`CONNECT ${JSON.stringify(options)}\r\nSUB ${subject} 1\r\nPING\r\n`);
    },
    hear: (text, write) => {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop() ?? "";
      for (const said of lines) {
        if (said === "PING") write("PONG\r\n");
        else if (said.startsWith("-ERR")) log.error({ answer: said }, "NATS refuses the hints");
        // PONG answers the greeting: from here on hints arrive, and some may have been missed before.
        else if (said.startsWith("MSG ") || said === "PONG") wake();
      }
    },
  });
  return { send: () => line.write(`PUB ${subject} 0\r\n\r\n`), stop: () => line.stop() };
}
