// The figures at a glance, each beside what it was in as many days before.
import type { AnalyticsData } from "@parley/bot-data/analytics";
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { count, milliseconds, money, percent, share, short } from "./format.ts";
import type { HistoryLink } from "./history-link.ts";
import classes from "./analytics.module.css";

type Figure = {
  id: string;
  now: number | null;
  before: number | null;
  format: (value: number) => string;
  href?: string;
};

type Props = { figures: AnalyticsData; link: HistoryLink };

export function Figures({ figures, link }: Props) {
  const { t } = useTranslation("analytics");
  const { totals: now, before } = figures;
  const tokens = (one: typeof now) => one.inputTokens + one.outputTokens;
  const shown: Figure[] = [
    {
      id: "conversations",
      now: now.conversations,
      before: before.conversations,
      format: count,
      href: link(),
    },
    { id: "turns", now: now.turns, before: before.turns, format: count, href: link() },
    {
      id: "solved",
      now: share(now.solved, now.ended),
      before: share(before.solved, before.ended),
      format: percent,
      href: link({ outcome: "resolved" }),
    },
    {
      id: "handedOff",
      now: now.handedOff,
      before: before.handedOff,
      format: count,
      href: link({ with: "handed-off" }),
    },
    {
      id: "fallbacks",
      now: now.fallbacks,
      before: before.fallbacks,
      format: count,
      href: link({ with: "fallback" }),
    },
    {
      id: "lowConfidence",
      now: now.lowConfidence,
      before: before.lowConfidence,
      format: count,
      href: link({ with: "low-confidence" }),
    },
    { id: "p50", now: now.p50, before: before.p50, format: milliseconds },
    { id: "p95", now: now.p95, before: before.p95, format: milliseconds },
    { id: "tokens", now: tokens(now), before: tokens(before), format: short },
    { id: "cost", now: now.cost, before: before.cost, format: money },
  ];
  return (
    <dl className={classes["figures"]}>
      {shown.map((figure) => (
        <div key={figure.id} className={classes["figure"]}>
          <dt>{t(`figure.${figure.id}`)}</dt>
          <dd className={classes["now"]}>
            <Value figure={figure} />
          </dd>
          <dd className={classes["before"]}>
            {figure.before === null || figure.before === 0
              ? t("noneBefore")
              : t("before", { value: figure.format(figure.before) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ figure }: { figure: Figure }) {
  const text = figure.now === null ? "–" : figure.format(figure.now);
  return figure.href && figure.now ? <Link href={figure.href}>{text}</Link> : text;
}
