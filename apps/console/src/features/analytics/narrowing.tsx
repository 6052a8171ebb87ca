import type { AnalyticsData } from "@parley/bot-data/analytics";
import { NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { AnalyticsQuestion } from "./range-url.ts";
import { firstDay, rangeLengths } from "./range-url.ts";
import classes from "./analytics.module.css";

type Props = {
  figures: AnalyticsData | undefined;
  question: AnalyticsQuestion;
  set: (changes: Readonly<Record<string, string>>) => void;
};

export function Narrowing({ figures, question, set }: Props) {
  const { t } = useTranslation("analytics");
  const to = figures?.to ?? "";
  const length = rangeLengths.find((days) => figures && firstDay(to, days) === figures.from);
  const choices = figures?.choices ?? { customers: [], channels: [] };
  return (
    <section className={classes["narrowing"]} aria-label={t("filters.label")}>
      <SegmentedControl
        size="xs"
        aria-label={t("filters.range")}
        value={length === undefined ? "" : String(length)}
        data={rangeLengths.map((days) => ({ value: String(days), label: t(`filters.${days}`) }))}
        onChange={(days) => set({ from: firstDay(to, Number(days)), to })}
      />
      <TextInput
        size="xs"
        type="date"
        label={t("filters.from")}
        value={figures?.from ?? ""}
        max={to}
        onChange={(event) => event.currentTarget.value && set({ from: event.currentTarget.value, to })}
      />
      <TextInput
        size="xs"
        type="date"
        label={t("filters.to")}
        value={to}
        min={figures?.from}
        onChange={(event) =>
          event.currentTarget.value && set({ from: figures?.from ?? "", to: event.currentTarget.value })
        }
      />
      <NativeSelect
        size="xs"
        label={t("filters.customer")}
        value={question.customerId ?? ""}
        data={[
          { value: "", label: t("filters.allCustomers") },
          ...choices.customers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ customer: event.currentTarget.value, channel: "" })}
      />
      <NativeSelect
        size="xs"
        label={t("filters.environment")}
        value={question.environment ?? ""}
        data={[{ value: "", label: t("filters.allEnvironments") }, "Live", "Sandbox"]}
        onChange={(event) => set({ environment: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={t("filters.channel")}
        value={question.channelId ?? ""}
        data={[
          { value: "", label: t("filters.allChannels") },
          ...choices.channels.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => set({ channel: event.currentTarget.value })}
      />
    </section>
  );
}
