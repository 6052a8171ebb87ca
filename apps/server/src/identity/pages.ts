// Lists in pages, both ways Kratos knows: page/per_page and page_token/page_size.
import { type Exchange, withQuery } from "./exchange.ts";

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function readPage(query: Exchange["query"]): Page {
  const limit = clamp(query["page_size"] ?? query["per_page"], 250, 1, 500);
  const offset = query["page_token"] === undefined ? clamp(query["page"], 1, 1, 1_000_000) - 1 : 0;
  return {
    limit,
    offset: query["page_token"] === undefined ? offset * limit : clamp(query["page_token"], 0, 0, 1e9),
  };
}

export function sendPageHeaders(x: Exchange, page: Page, count: number): void {
  x.reply.header("x-total-count", String(page.offset + count));
  if (count < page.limit) return;
  const next = withQuery(`${x.provider.settings.publicUrl}${x.request.url}`, {
    page_token: String(page.offset + page.limit),
    page_size: String(page.limit),
  });
  x.reply.header("link", `<${next}>; rel="next"`);
}

function clamp(value: string | undefined, fallback: number, min: number, max: number): number {
  const number = Number(value ?? fallback);
  return Number.isInteger(number) ? Math.min(max, Math.max(min, number)) : fallback;
}
