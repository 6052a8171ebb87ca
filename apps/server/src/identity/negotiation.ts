// Does the caller want JSON or a browser redirect? The rules are those of Ory Kratos: a plain
// `Accept: */*`, what fetch sends by itself, counts as a browser.
const offers = ["text/html", "text/*", "*/*", "application/json"];

export function acceptsJson(accept: string | undefined): boolean {
  const ranges = (accept ?? "").split(",").map(parseRange);
  let best = { offer: "text/html", quality: -1, wildness: 3 };
  for (const offer of offers) {
    for (const range of ranges) {
      if (range.quality === 0 || range.quality < best.quality) continue;
      const wildness = wildnessOf(range.type, offer);
      if (wildness === null) continue;
      if (range.quality > best.quality || wildness < best.wildness)
        best = { offer, quality: range.quality, wildness };
    }
  }
  return best.offer === "application/json";
}

function parseRange(text: string): { type: string; quality: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

function wildnessOf(range: string, offer: string): number | null {
  if (range === "*/*") return 2;
  if (range.endsWith("/*")) return offer.startsWith(range.slice(0, -1)) ? 1 : null;
  return range === offer ? 0 : null;
}
