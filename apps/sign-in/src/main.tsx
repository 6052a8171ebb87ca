import { createRoot } from "react-dom/client";
import { readConfiguration } from "./configuration.ts";
import { createPage, PageProvider } from "./page.ts";
import { Routes } from "./routes.tsx";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/settings.css";

const configuration = readConfiguration(document.getElementById("parley-config")?.textContent);
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <PageProvider value={createPage(configuration)}>
      <Routes path={window.location.pathname} />
    </PageProvider>,
  );
}
