import type { AnalyticsData } from "@parley/bot-data/analytics";
import { BarChart } from "@parley/ui/bar-chart";
import { LineChart } from "@parley/ui/line-chart";
import { RankedBars } from "@parley/ui/ranked-bars";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { count, dayName, milliseconds, percent, share } from "./format.ts";
import type { HistoryLink } from "./history-link.ts";
import classes from "./analytics.module.css";

type Props = { figures: AnalyticsData; link: HistoryLink };

export function Charts({ figures, link }: Props) {
  const { t } = useTranslation("analytics");
  const { days } = figures;
  const points = (filters: Readonly<Record<string, string>> = {}) =>
    days.map(({ day, conversations }) => ({
      label: dayName(day, "short"),
      name: dayName(day, "long"),
      href: conversations > 0 ? link({ ...filters, from: day, to: day }) : undefined,
    }));
  const shared = { pointLabel: t("chart.day"), empty: t("chart.empty") };
  return (
    <div className={classes["charts"]}>
      <Card title={t("chart.perDay")} isWide>
        <BarChart
          {...shared}
          title={t("chart.perDay")}
          points={points()}
          format={count}
          series={[
            { id: "solved", label: t("figure.solved"), tone: "teal", values: days.map((day) => day.solved) },
            {
              id: "handedOff",
              label: t("figure.handedOff"),
              tone: "blue",
              values: days.map((day) => day.handedOff),
            },
            {
              id: "other",
              label: t("figure.other"),
              tone: "gray",
              values: days.map((day) => Math.max(0, day.conversations - day.solved - day.handedOff)),
            },
          ]}
        />
      </Card>
      <Card title={t("chart.turnsPerDay")}>
        <BarChart
          {...shared}
          title={t("chart.turnsPerDay")}
          points={points()}
          format={count}
          series={[
            { id: "turns", label: t("figure.turns"), tone: "violet", values: days.map((day) => day.turns) },
          ]}
        />
      </Card>
      <Card title={t("chart.solvedShare")}>
        <LineChart
          {...shared}
          title={t("chart.solvedShare")}
          points={points()}
          most={1}
          format={percent}
          series={[
            {
              id: "share",
              label: t("figure.solved"),
              tone: "teal",
              values: days.map((day) => share(day.solved, day.ended)),
            },
          ]}
        />
      </Card>
      <Card title={t("chart.quality")}>
        <LineChart
          {...shared}
          title={t("chart.quality")}
          points={points({ with: "fallback" })}
          format={count}
          series={[
            {
              id: "fallbacks",
              label: t("figure.fallbacks"),
              tone: "orange",
              values: days.map((day) => day.fallbacks),
            },
            {
              id: "low",
              label: t("figure.lowConfidence"),
              tone: "violet",
              values: days.map((day) => day.lowConfidence),
            },
          ]}
        />
      </Card>
      <Card title={t("chart.times")}>
        <LineChart
          {...shared}
          title={t("chart.times")}
          points={points()}
          format={milliseconds}
          series={[
            { id: "p50", label: t("figure.p50"), tone: "teal", values: days.map((day) => day.p50) },
            { id: "p95", label: t("figure.p95"), tone: "orange", values: days.map((day) => day.p95) },
          ]}
        />
      </Card>
      <Card title={t("chart.intents")}>
        <RankedBars
          title={t("chart.intents")}
          empty={t("chart.noIntents")}
          bars={figures.intents.map(({ name, times }) => ({
            id: name,
            label: name,
            value: times,
            href: link({ intent: name }),
          }))}
        />
      </Card>
      <Card title={t("chart.nodes")}>
        <RankedBars
          title={t("chart.nodes")}
          empty={t("chart.noNodes")}
          bars={figures.nodes.map(({ nodeId, title, times }) => ({
            id: nodeId,
            label: title,
            value: times,
            href: link({ node: nodeId }),
          }))}
        />
      </Card>
    </div>
  );
}

function Card({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={classes["card"]} data-wide={isWide || undefined}>
      <h2 className={classes["cardTitle"]}>{title}</h2>
      {children}
    </section>
  );
}
