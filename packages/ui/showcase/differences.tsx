import { DiffView } from "../src/diff-view.tsx";

export function Differences() {
  return (
    <section>
      <DiffView
        beforeLabel="Version 3"
        afterLabel="Version 4"
        fields={[
          { label: "Temperature", before: 0.2, after: 0.7 },
          { label: "Tone", before: null, after: "Friendly" },
          {
            label: "Knowledge",
            before:
              "You help guests of the hotel. Answer briefly and offer to call the desk when you do not know something.",
            after:
              "You help guests of all hotels. Answer briefly, in the guest's language, and offer to call the desk when unsure.",
          },
          {
            label: "Domains",
            before: ["shop.example", "help.example"],
            after: ["shop.example", "support.example"],
          },
          {
            label: "Options",
            before: { delay: 3, text: "Hello" },
            after: { delay: 5, text: "Hello", colour: "teal" },
          },
        ]}
      />
    </section>
  );
}
