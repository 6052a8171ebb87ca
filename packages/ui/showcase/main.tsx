import "../src/first-screen.css";
import "../src/all-components.css";
import { createRoot } from "react-dom/client";
import { Notifications } from "../src/notifications.tsx";
import { ThemeProvider } from "../src/theme.tsx";
import { Controls } from "./controls.tsx";
import { Differences } from "./differences.tsx";
import { Forms } from "./forms.tsx";
import { Rows } from "./rows.tsx";
import { States } from "./states.tsx";

const sections = { controls: Controls, states: States, rows: Rows, differences: Differences, forms: Forms };

function Showcase() {
  const wanted = location.hash.slice(1);
  const shown = Object.entries(sections).filter(([name]) => wanted === "" || name === wanted);
  return (
    <main style={{ maxWidth: 1100, margin: "0 auto", padding: 32, display: "grid", gap: 32 }}>
      {shown.map(([name, Section]) => (
        <Section key={name} />
      ))}
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ThemeProvider>
      <Showcase />
      <Notifications />
    </ThemeProvider>,
  );
}
