// A flow as a page drives it: open, send, look at the answer.
import { type Answer, type Browser, csrfOf, textAt } from "./browser.ts";

export interface OpenFlow {
  readonly id: string;
  readonly browser: Browser;
  readonly first: Answer;
  /** Sends the fields with the newest CSRF token. */
  send(fields: Record<string, unknown>): Promise<Answer>;
}

export async function openFlow(browser: Browser, kind: string, query = ""): Promise<OpenFlow> {
  const first = await browser.getJson(`/self-service/${kind}/browser${query}`);
  return flowIn(browser, kind, first);
}

export async function continueFlow(browser: Browser, kind: string, id: string): Promise<OpenFlow> {
  return flowIn(browser, kind, await browser.getJson(`/self-service/${kind}/flows?id=${id}`));
}

function flowIn(browser: Browser, kind: string, first: Answer): OpenFlow {
  const id = textAt(first.body, "id");
  let csrf = csrfOf(first.body);
  return {
    id,
    browser,
    first,
    async send(fields) {
      const answer = await browser.postJson(`/self-service/${kind}?flow=${id}`, {
        csrf_token: csrf,
        ...fields,
      });
      csrf = csrfOf(answer.body) || csrf;
      return answer;
    },
  };
}
