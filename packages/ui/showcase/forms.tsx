import { NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { CodeEditor } from "../src/code-editor.tsx";
import { FileDrop } from "../src/file-drop.tsx";
import { JsonForm } from "../src/json-form.tsx";
import { SearchInput } from "../src/search-input.tsx";

const schema = {
  type: "object",
  required: ["greeting", "delay"],
  properties: {
    greeting: {
      type: "string",
      title: "Greeting",
      description: "What the visitor reads first.",
      minLength: 1,
    },
    delay: { type: "integer", title: "Delay in seconds", minimum: 0, maximum: 60 },
    isSticky: { type: "boolean", title: "Stays open" },
    place: { type: "string", title: "Place", enum: ["Bottom right", "Bottom left"] },
    pages: { type: "array", title: "Pages", items: { type: "string", format: "uri" } },
    trigger: {
      title: "Trigger",
      oneOf: [
        {
          title: "After a time",
          type: "object",
          properties: { kind: { const: "time" }, seconds: { type: "number", title: "Seconds" } },
        },
        { title: "On leaving", type: "object", properties: { kind: { const: "leave" } } },
      ],
    },
    extra: {},
  },
};

export function Forms() {
  const [value, setValue] = useState<unknown>({
    greeting: "Hello",
    delay: 90,
    pages: ["https://shop.example", "nowhere"],
    trigger: { kind: "time", seconds: 5 },
  });
  const [code, setCode] = useState(
    '// Runs on each turn\nexport function answer(turn) {\n  return turn.intent === "greet" ? "Hello" : null;\n}\n',
  );
  const [search, setSearch] = useState("");
  return (
    <section style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 32, alignItems: "start" }}>
      <div style={{ display: "grid", gap: 14 }}>
        <SearchInput value={search} onChange={setSearch} />
        <TextInput label="Name" placeholder="Support desk" description="As people see it." withAsterisk />
        <TextInput
          label="Address"
          defaultValue="nowhere"
          error="Give a full address, such as https://example.org."
        />
        <Select label="Time zone" placeholder="Choose" data={["Europe/Berlin", "Asia/Tokyo"]} />
        <NumberInput label="Timeout" defaultValue={35000} />
        <Textarea label="Description" placeholder="What it is for" />
        <Switch label="Active" defaultChecked />
        <FileDrop label="Picture" hint="PNG or SVG, up to 1 MB" onFiles={() => undefined} />
        <CodeEditor label="Script" language="javascript" value={code} onChange={setCode} height={160} />
      </div>
      <JsonForm schema={schema} value={value} onChange={setValue} showsProblems />
    </section>
  );
}
