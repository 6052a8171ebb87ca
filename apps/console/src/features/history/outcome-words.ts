import type { TFunction } from "i18next";

export const usualOutcomes = ["resolved", "handed-off", "abandoned", "failed"] as const;

export function outcomeLabel(t: TFunction<"history">, outcome: string): string {
  if (outcome === "") return t("outcome.none");
  return usualOutcomes.some((usual) => usual === outcome) ? t(`outcome.${outcome}`) : outcome;
}

/** What is stored for the words somebody chose or wrote. */
export function storedOutcome(t: TFunction<"history">, words: string): string {
  const given = words.trim();
  const usual = usualOutcomes.find((one) => outcomeLabel(t, one).toLowerCase() === given.toLowerCase());
  return usual ?? given;
}
