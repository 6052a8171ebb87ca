// Runs inside the sandbox before the script: builds the script's API from host functions that take and give text only.
// Whatever a script does to these built-ins afterwards, it does to itself.
export const bootstrap = `(function (host, inputText) {
  "use strict";
  const { stringify, parse } = JSON;
  // Text crosses to the host as a C string, which would end at the first NUL.
  const asText = (value) =>
    (typeof value === "string" ? value : stringify(value) ?? String(value)).toWellFormed().replaceAll("\\0", "");
  const must = (problem) => {
    if (problem !== "") throw new RangeError(problem);
  };
  const describe = (error) => {
    try {
      const it = Object(error);
      const isError = error instanceof Error;
      return stringify([isError ? asText(it.name) : "", asText(isError ? it.message : error), isError ? asText(it.stack) : ""]);
    } catch {
      return '["", "The script threw something that cannot be shown.", ""]';
    }
  };
  const log = (...values) => host.log(values.map(asText).join(" "));
  const api = {
    say: (text) => must(host.say(asText(text))),
    set: (name, value) => must(host.set(asText(name), stringify(value) ?? "null")),
    get: (name) => {
      const text = host.get(asText(name));
      return text === "" ? undefined : parse(text);
    },
    now: () => host.now(),
    http: async (request) => {
      const answer = parse(await host.http(stringify(typeof request === "string" ? { url: request } : request) ?? "null"));
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    console: Object.freeze({ log, info: log, warn: log, error: log, debug: log }),
  };
  for (const name of Object.keys(api)) Object.defineProperty(globalThis, name, { value: api[name] });
  return (script) => {
    script(parse(inputText)).then(
      (value) => {
        let json;
        try {
          json = stringify(value) ?? "null";
        } catch {
          return host.failed('["TypeError", "What the script returns cannot be written as JSON.", ""]');
        }
        return host.done(json);
      },
      (error) => host.failed(describe(error)),
    );
  };
})`;

/** On the line of the script's first line, so that line numbers are the author's. */
export const prefix = `(async function script(input) { "use strict"; `;
export const suffix = "\n})";
