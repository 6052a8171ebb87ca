import { expect, it } from "vitest";
import { cssProblems } from "./custom-css.ts";

it.each([
  "",
  ".bubble { color: #123; border-radius: 4px }",
  "/* a note */ .quote::before { content: '\\201C' }",
  "@media (max-width: 400px) { .chat { font-size: 14px } }",
  ":root { --accent: hsl(170 60% 30%) }",
])("allows %j", (css) => {
  expect(cssProblems(css)).toEqual([]);
});

it.each([
  "@import 'https://evil.example/x.css';",
  "@IMPORT url(//evil.example)",
  "@\\69mport 'x'",
  "a{background:url(https://evil.example)}",
  "a{background:u\\72l(https://evil.example)}",
  "a{background:URL (x)}",
  "a{background:/**/url(x)}",
  "a{background:image-set('x' 1x)}",
  "@font-face{font-family:x;src:local(x)}",
  "</style><script>alert(1)</script>",
  "a{width:expression(alert(1))}",
  "a{behavior:something}",
  "a{-moz-binding:something}",
  "input[value^=a]{color:red}",
  "input[ VALUE='a']{color:red}",
  "a{color:red",
  "a{color:red}}",
  "/* never closed",
  "a{content:'never closed\n}",
  "a{}".padEnd(60_000, " "),
])("refuses %j", (css) => {
  expect(cssProblems(css)).not.toEqual([]);
});
