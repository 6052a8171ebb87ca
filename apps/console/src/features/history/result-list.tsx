// What was found, newest first. Arrow keys move through it; the open conversation stays marked.
import type { HistoryItem } from "@parley/bot-data/history";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { outcomeLabel } from "./outcome-words.ts";
import { MarkedText } from "./marked-text.tsx";
import type { HistoryPlace } from "./place.ts";
import classes from "./result-list.module.css";

type Props = {
  place: HistoryPlace;
  conversations: readonly HistoryItem[];
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
};

export function ResultList({ place, conversations, hasMore, isLoadingMore, onMore }: Props) {
  const { t } = useTranslation("history");
  const { search } = useLocation();
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-result]")];
    const index = links.findIndex((link) => link === document.activeElement) + step;
    const next = links[index];
    if (!next) return;
    event.preventDefault();
    next.focus();
    const id = conversations[index]?.id;
    if (place.conversationId && id) void navigate(place.conversationUrl(id, search), { replace: true });
  };
  return (
    <div className={classes["results"]} data-open={place.conversationId ? true : undefined}>
      <ol className={classes["list"]} aria-label={t("list.label")} onKeyDown={onKeyDown}>
        {conversations.map((item) => (
          <li key={item.id}>
            <Link
              data-result
              className={classes["result"]}
              href={place.conversationUrl(item.id, search)}
              {...(item.id === place.conversationId ? { "aria-current": "true" as const } : {})}
            >
              <span className={classes["resultHead"]}>
                <RelativeTime at={item.startedAt} />
                <span className={classes["resultBadges"]}>
                  <EnvironmentBadge environment={environmentNamed(item.environment)} />
                  <StatusBadge tone={toneOf(item)} label={stateOf(t, item)} />
                </span>
              </span>
              <span className={classes["snippet"]} dir="auto">
                {item.snippet.length > 0 ? <MarkedText pieces={item.snippet} /> : t("list.noWords")}
              </span>
              <span className={classes["resultFoot"]}>
                {[
                  place.customerId ? undefined : item.customerName,
                  item.channelName,
                  item.botName && t("list.bot", { name: item.botName, number: item.versionNumber }),
                  t("list.turns", { count: item.turnCount }),
                  item.fallbackCount > 0 && t("list.fallbacks", { count: item.fallbackCount }),
                  ...item.labels.map((label) => `#${label}`),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button variant="default" loading={isLoadingMore} onClick={onMore} className={classes["more"] ?? ""}>
          {t("list.more")}
        </Button>
      )}
    </div>
  );
}

export function toneOf(item: Pick<HistoryItem, "status" | "outcome" | "wasHandedOff">) {
  if (item.status === "WAITING") return "warning";
  if (item.status !== "ENDED") return "busy";
  if (item.outcome === "resolved") return "good";
  return item.outcome === "failed" ? "bad" : "neutral";
}

export function stateOf(t: TFunction<"history">, item: Pick<HistoryItem, "status" | "outcome">): string {
  return item.status === "ENDED" ? outcomeLabel(t, item.outcome) : t(`status.${item.status}`);
}
