// What the dashboard is about, in the address.
import { useMemo } from "react";
import { useSearchParams } from "react-router";

export const rangeLengths = [7, 30, 90] as const;

export function useAnalyticsQuestion() {
  const [params, setParams] = useSearchParams();
  const question = useMemo(
    () => ({
      from: params.get("from"),
      to: params.get("to"),
      customerId: params.get("customer"),
      environment: params.get("environment"),
      channelId: params.get("channel"),
    }),
    [params],
  );
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [key, value] of Object.entries(changes)) {
        if (value === "") next.delete(key);
        else next.set(key, value);
      }
      return next;
    });
  return { question, set };
}
export type AnalyticsQuestion = ReturnType<typeof useAnalyticsQuestion>["question"];

/** The first day of a range of so many days that ends on `to`. */
export function firstDay(to: string, days: number): string {
  return new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}
