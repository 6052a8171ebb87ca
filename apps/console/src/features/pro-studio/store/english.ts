// The designer's words for tests that run without a page.
import i18next from "i18next";
import texts from "../../../../public/locales/en/pro-studio.json" with { type: "json" };
import type { Say } from "./edit-name.ts";

const english = i18next.createInstance();
await english.init({
  lng: "en",
  defaultNS: "pro-studio",
  resources: { en: { "pro-studio": texts } },
  interpolation: { escapeValue: false },
});

export const say: Say = (key, values = {}) => english.t(key, values);
