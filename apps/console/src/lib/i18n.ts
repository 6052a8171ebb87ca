// Texts: one JSON file per language and namespace, fetched when first needed.
import i18next from "i18next";
import type { BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";

const overHttp: BackendModule = {
  type: "backend",
  init: () => {},
  read: (language, namespace, done) => {
    fetch(`/locales/${language}/${namespace}.json`)
      .then((response) => {
        if (!response.ok)
          throw new Error(`No texts for ${language}/${namespace}: status ${response.status}.`);
        return response.json();
      })
      .then(
        (texts) => done(null, texts),
        (reason: unknown) => done(reason instanceof Error ? reason : String(reason), null),
      );
  },
};

export function startTexts(): Promise<unknown> {
  return i18next
    .use(overHttp)
    .use(initReactI18next)
    .init({
      lng: "en",
      fallbackLng: "en",
      supportedLngs: ["en"],
      ns: ["common"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
    });
}
