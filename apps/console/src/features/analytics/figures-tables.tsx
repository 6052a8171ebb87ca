// By bot version, with what each costs, and by channel and environment.
import type { AnalyticsData } from "@parley/bot-data/analytics";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { count, milliseconds, money, percent, share, short } from "./format.ts";
import type { HistoryLink } from "./history-link.ts";
import classes from "./analytics.module.css";

type Props = { figures: AnalyticsData; link: HistoryLink };
type VersionRow = AnalyticsData["versions"][number];
type ChannelRow = AnalyticsData["channels"][number];
const noId = "00000000-0000-0000-0000-000000000000";

export function FiguresTables({ figures, link }: Props) {
  const { t } = useTranslation("analytics");
  const versions = useMemo(() => versionColumns(t, link), [t, link]);
  const channels = useMemo(() => channelColumns(t, link), [t, link]);
  return (
    <>
      <h2 className={classes["heading"]}>{t("table.versions")}</h2>
      <DataTable
        label={t("table.versions")}
        storageKey="analytics-versions"
        columns={versions}
        rows={figures.versions}
        getRowId={(row) => row.versionId}
        hasSearch={false}
        fillsPage={false}
      />
      <h2 className={classes["heading"]}>{t("table.channels")}</h2>
      <DataTable
        label={t("table.channels")}
        storageKey="analytics-channels"
        columns={channels}
        rows={figures.channels}
        getRowId={(row) => `${row.channelId} ${row.environment}`}
        hasSearch={false}
        fillsPage={false}
      />
    </>
  );
}

function number<Row extends object>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  format: (value: number) => string,
): Column<Row> {
  return {
    id,
    header,
    align: "right",
    value,
    cell: (row) => {
      const figure = value(row);
      return figure === null ? "–" : format(figure);
    },
  };
}

function versionColumns(t: TFunction<"analytics">, link: HistoryLink): Column<VersionRow>[] {
  const name = (row: VersionRow) =>
    row.number === null
      ? t(row.versionId === noId ? "table.none" : "table.deleted")
      : `${row.botName} ${row.number}`;
  return [
    {
      id: "version",
      header: t("table.version"),
      isAlwaysShown: true,
      // Nine figures stand beside it on a laptop.
      width: "20%",
      value: name,
      cell: (row) =>
        row.versionId === noId ? name(row) : <Link href={link({ version: row.versionId })}>{name(row)}</Link>,
    },
    number("conversations", t("figure.conversations"), (row) => row.conversations, count),
    number("turns", t("figure.turns"), (row) => row.turns, count),
    number("solved", t("table.solved"), (row) => share(row.solved, row.ended), percent),
    number("fallbacks", t("figure.fallbacks"), (row) => row.fallbacks, count),
    number("p50", t("table.p50"), (row) => row.p50, milliseconds),
    number("p95", t("table.p95"), (row) => row.p95, milliseconds),
    number("input", t("table.inputTokens"), (row) => row.inputTokens, short),
    number("output", t("table.outputTokens"), (row) => row.outputTokens, short),
    number("cost", t("figure.cost"), (row) => row.cost, money),
  ];
}

function channelColumns(t: TFunction<"analytics">, link: HistoryLink): Column<ChannelRow>[] {
  const name = (row: ChannelRow) => row.name || t(row.channelId === noId ? "table.none" : "table.deleted");
  return [
    {
      id: "channel",
      header: t("table.channel"),
      isAlwaysShown: true,
      width: "24%",
      value: name,
      cell: (row) =>
        row.channelId === noId ? name(row) : <Link href={link({ channel: row.channelId })}>{name(row)}</Link>,
    },
    {
      id: "environment",
      header: t("table.environment"),
      value: (row) => row.environment,
      cell: (row) => <EnvironmentBadge environment={environmentNamed(row.environment)} />,
    },
    number("conversations", t("figure.conversations"), (row) => row.conversations, count),
    number("turns", t("figure.turns"), (row) => row.turns, count),
    number("solved", t("table.solved"), (row) => share(row.solved, row.ended), percent),
    number("handedOff", t("table.handedOff"), (row) => row.handedOff, count),
    number("fallbacks", t("figure.fallbacks"), (row) => row.fallbacks, count),
    number("cost", t("figure.cost"), (row) => row.cost, money),
  ];
}
