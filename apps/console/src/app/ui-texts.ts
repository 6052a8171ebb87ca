// The words of packages/ui, from the common texts.
import { englishTexts } from "@parley/ui/texts";
import type { UiTexts } from "@parley/ui/texts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** A key missing from the "ui" part of common.json keeps its English default. */
export function useUiTexts(): UiTexts {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const translated = Object.entries(englishTexts).map(([key, value]) => {
      const isTranslated = typeof value === "string" && i18n.exists(`ui.${key}`);
      return [key, isTranslated ? t(`ui.${key}`) : value];
    });
    return { ...englishTexts, ...Object.fromEntries(translated) };
  }, [t, i18n]);
}
