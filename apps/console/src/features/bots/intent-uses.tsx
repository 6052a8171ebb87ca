// Where an intent is used, shown before it gets another name or goes.
import { type Drawing, intentUse, type IntentUse } from "@parley/bot-data/version";
import { Link } from "@parley/ui/link";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { placeUrl } from "./file-place.ts";
import { useDrawingUrl } from "./use-drawing-url.ts";
import classes from "./bots.module.css";

const usesQuery = graphql(`
  query GetIntentUses($projectId: ID!, $versionId: ID!, $intent: String!) {
    getIntentUses(projectId: $projectId, versionId: $versionId, intent: $intent) {
      data
    }
  }
`);

export function useIntentUses(intent: string): readonly IntentUse[] | undefined {
  const { projectId = "", versionId = "" } = useParams();
  const { data } = useData(
    usesQuery,
    { projectId, versionId, intent },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  return useMemo(() => data && intentUse.array().parse(data.getIntentUses.data), [data]);
}

const mostShown = 12;

type Props = {
  uses: readonly IntentUse[];
  title: string;
  drawing: Drawing | null;
  onLeave: () => void;
};

export function IntentUses({ uses, title, drawing, onLeave }: Props) {
  const { t } = useTranslation("bots");
  const drawingUrl = useDrawingUrl(drawing);
  if (uses.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul className={classes["uses"]}>
        {uses.slice(0, mostShown).map((use) => (
          <li key={`${use.file} ${use.nodeId} ${use.field}`}>
            <Link
              href={
                (use.nodeId !== null && drawingUrl?.(use.nodeId)) || placeUrl(use.file, use.line, use.nodeId)
              }
              onClick={onLeave}
            >
              {use.place}
            </Link>{" "}
            <span className={classes["muted"]}>
              {t(use.nodeId === null ? "uses.script" : drawing ? "uses.drawnNode" : "uses.node")}
            </span>
          </li>
        ))}
      </ul>
      {uses.length > mostShown && (
        <p className={classes["muted"]}>{t("uses.more", { count: uses.length - mostShown })}</p>
      )}
    </div>
  );
}
