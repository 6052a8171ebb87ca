import type { VersionGraphEntry } from "@parley/bot-data/version";
import { DiffView } from "@parley/ui/diff-view";
import { ErrorState } from "@parley/ui/error-state";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { diffFields } from "./diff-fields.ts";
import classes from "./bots.module.css";

const compareQuery = graphql(`
  query CompareVersions($versionId: ID!, $otherVersionId: ID!, $projectId: ID!) {
    compareVersions(versionId: $versionId, otherVersionId: $otherVersionId, projectId: $projectId) {
      data
    }
  }
`);

const difference = z.array(
  z.object({ filePath: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
);

type Props = { projectId: string; versions: readonly VersionGraphEntry[]; ids: readonly [string, string] };

/** By file, the older version on the left; intents by phrase, the flow by node. */
export function VersionDiff({ projectId, versions, ids }: Props) {
  const { t } = useTranslation("bots");
  const numberOf = (id: string) => versions.find((version) => version.id === id)?.number ?? 0;
  const [older, newer] = numberOf(ids[0]) < numberOf(ids[1]) ? ids : [ids[1], ids[0]];
  const { data, error, reload } = useData(compareQuery, {
    versionId: older,
    otherVersionId: newer,
    projectId,
  });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  const files = data ? difference.parse(data.compareVersions.data) : [];
  return (
    <section className={classes["section"]} aria-busy={!data}>
      <h2 className={classes["heading"]}>{t("versions.differences")}</h2>
      <DiffView
        beforeLabel={t("deploy.version", { number: numberOf(older) })}
        afterLabel={t("deploy.version", { number: numberOf(newer) })}
        fields={files.flatMap((file) => diffFields(file, (count) => t("versions.nodesMoved", { count })))}
      />
    </section>
  );
}
