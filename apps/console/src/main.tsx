import "./lib/no-compiled-schemas.ts";
import "@parley/ui/first-screen.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { preloadPage } from "./app/preload.ts";
import { startTexts } from "./lib/i18n.ts";
import { currentUserId } from "./lib/session.ts";
import { installLeaveGuard } from "./shared/leave-guard.ts";

// Who is asking, the texts and the page's code are fetched side by side, before anything is drawn.
void currentUserId();
void preloadPage(location.pathname);

installLeaveGuard();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");
const container = root;

void startTexts().then(() => createRoot(container).render(<App />));
