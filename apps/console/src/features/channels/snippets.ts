export const snippetKinds = ["html", "react", "tagManager"] as const;
type SnippetKind = (typeof snippetKinds)[number];

export function snippetFor(kind: SnippetKind, loaderUrl: string, widgetId: string): string {
  if (kind === "html") return `<script src="${loaderUrl}" data-widget="${widgetId}" async></script>`;
  if (kind === "react")
    return `import { useEffect } from "react";

export function ParleyChat() {
  useEffect(() => {
    const script = document.createElement("script");
    script.src = "${loaderUrl}";
    script.async = true;
    script.dataset.widget = "${widgetId}";
    document.body.append(script);
  }, []);
  return null;
}`;
  // Tag managers drop attributes they do not know, so the script is made by a script.
  return `<script>
  (function (d) {
    var s = d.createElement("script");
    s.src = "${loaderUrl}";
    s.async = true;
    s.setAttribute("data-widget", "${widgetId}");
    d.body.appendChild(s);
  })(document);
</script>`;
}
