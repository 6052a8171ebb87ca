// The round button in the corner of the page, with how many messages wait behind it. The frame is as large as
// what it shows: the button, or the window.
import type { Style } from "../settings.ts";
import { tellPage } from "../page-bridge.ts";
import { el, icon } from "./elements.ts";

export interface Launcher {
  setOpen(isOpen: boolean): void;
  setUnread(count: number): void;
  restyle(style: Style): void;
}

const windowSize = { width: 424, height: 704 };
const narrowScreen = 520;

export function launcher(chat: HTMLElement, isOnPage: boolean, onOpen: () => void): Launcher {
  const label = el("bdi", { class: "launcher-label" });
  const badge = el("span", { class: "badge hidden" });
  const open = el("button", { class: "launcher", label: "Open chat" }, icon("chat"), label, badge);
  open.type = "button";
  open.addEventListener("click", onOpen);
  document.body.append(open);

  function size(isOpen: boolean): void {
    if (!isOpen) {
      const { width, height } = open.getBoundingClientRect();
      return tellPage({ parley: "size", width: Math.ceil(width) + 32, height: Math.ceil(height) + 32 });
    }
    const isNarrow = screen.width <= narrowScreen;
    document.body.classList.toggle("floats", isOnPage && !isNarrow);
    tellPage({ parley: "size", ...(isNarrow ? { width: screen.width, height: screen.height } : windowSize) });
  }

  // A phone that is turned: the window fills the screen as it is now.
  screen.orientation?.addEventListener("change", () => size(!chat.classList.contains("hidden")));

  return {
    setOpen(isOpen) {
      chat.classList.toggle("hidden", !isOpen);
      open.classList.toggle("hidden", isOpen);
      size(isOpen);
    },
    setUnread(count) {
      badge.textContent = count > 99 ? "99+" : String(count);
      badge.classList.toggle("hidden", count === 0);
      open.setAttribute("aria-label", count === 0 ? "Open chat" : `Open chat, ${count} new messages`);
    },
    restyle({ launcherLabel = "" }) {
      label.textContent = launcherLabel.slice(0, 40);
      label.classList.toggle("hidden", launcherLabel === "");
      size(!chat.classList.contains("hidden"));
    },
  };
}
