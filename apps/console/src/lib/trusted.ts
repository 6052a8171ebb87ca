// The page turns no text into code or markup unless it passed one of these two (decision 175). Browsers without
// Trusted Types take the text as it is.
interface TrustedTypes {
  createPolicy<Made extends object>(name: string, rules: Made): Made;
}

declare global {
  var trustedTypes: TrustedTypes | undefined;
}

const makers = {
  createHTML: (xml: string) => xml,
  createScriptURL: (url: string) => ownScript(url),
};
const trusted = globalThis.trustedTypes?.createPolicy("parley", makers) ?? makers;

/** Only for new Worker(): the address of a script that was built with the console. */
export function trustedScript(url: string): string {
  return trusted.createScriptURL(url);
}

/** As data: an XML document runs nothing and is never shown. */
export function parseXml(xml: string): Document {
  return new DOMParser().parseFromString(trusted.createHTML(xml), "application/xml");
}

function ownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  const isOwn = origin === location.origin && (pathname.startsWith("/assets/") || import.meta.env.DEV);
  if (!isOwn) throw new Error("This is no script of the console.");
  return url;
}
