// The page the canvas bench drives: ?which=parley or ?which=stock, ?nodes=5000, ?zoom=0.8.
import "@parley/ui/first-screen.css";
import "@parley/ui/all-components.css";
import { generateFlow } from "@parley/flow/testing/generate-flow";
import { createRoot } from "react-dom/client";
import { showParley } from "./parley.tsx";
import { showStock } from "./stock.tsx";

const query = new URLSearchParams(location.search);
const zoom = Number(query.get("zoom"));
const flow = generateFlow(Number(query.get("nodes")));
const root = document.getElementById("root");
if (!root) throw new Error("There is no #root.");

// The same place in both: a node in the middle of the flow in the middle of the view.
// The generated grid has forty columns.
const middle = Math.floor(flow.nodes.length / 80) * 40 + 20;
const show = query.get("which") === "stock" ? showStock : showParley;
await show(createRoot(root), flow, { middle: `n${middle}`, zoom });
await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
Object.assign(globalThis, { isOpen: true });
