import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DeskRowFragment } from "../../generated/operations.ts";
import { BoldText } from "../../shared/bold-text.tsx";
import { statusTone } from "./status.ts";
import { visitorName } from "./message-words.ts";
import classes from "./desk.module.css";

type Props = {
  rows: readonly DeskRowFragment[];
  label: string;
  openId: string;
  onOpen: (id: string) => void;
  empty: ReactNode;
};

export function ConversationList({ rows, label, openId, onOpen, empty }: Props) {
  const { t } = useTranslation("agent-desk");
  return (
    <nav className={classes["list"]} aria-label={label}>
      {rows.length === 0 && empty}
      <ul className={classes["rows"]}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={classes["rowButton"]}
              aria-current={row.id === openId}
              onClick={() => onOpen(row.id)}
            >
              <span className={classes["rowHead"]}>
                <strong>{visitorName(row.visitorIdentity) ?? t("visitor")}</strong>
                <span className={classes["muted"]}>
                  <RelativeTime at={row.status === "WAITING" ? row.handedOffAt : row.lastActivityAt} />
                </span>
              </span>
              <span className={classes["lastText"]}>
                <BoldText text={row.lastText || t("nothingSaid")} />
              </span>
              <span className={classes["rowFoot"]}>
                <EnvironmentBadge environment={environmentNamed(row.environment)} />
                <StatusBadge
                  tone={statusTone[row.status]}
                  label={row.agentName ? t("withAgent", { name: row.agentName }) : t(`status.${row.status}`)}
                />
                <span className={classes["muted"]}>
                  {[row.customerName, row.channelName].filter(Boolean).join(" · ")}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
