// The versions as a tree by what they are based on, with the environments as flags; two of them can be compared.
import type { VersionGraphEntry } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { BotPlace } from "./place.ts";
import { VersionDiff } from "./version-diff.tsx";
import { inTreeOrder } from "./version-tree.ts";
import classes from "./bots.module.css";

const createMutation = graphql(`
  mutation CreateBotVersion($botId: ID!, $basedOn: ID, $projectId: ID!) {
    createBotVersion(botId: $botId, basedOn: $basedOn, projectId: $projectId) {
      data
    }
  }
`);

type Props = { place: BotPlace; versions: readonly VersionGraphEntry[] | undefined; isLoading: boolean };

export function VersionsTab({ place, versions, isLoading }: Props) {
  const { t } = useTranslation("bots");
  const navigate = useNavigate();
  const [create, { isBusy }] = useChange(createMutation);
  const [chosen, setChosen] = useState<string[]>([]);
  const urlOf = (versionId: string) => urlTo(paths.botVersion, { ...place, versionId });
  const begin = async (basedOn: string | undefined) => {
    try {
      const answer = await create({
        botId: place.botId,
        basedOn: basedOn ?? null,
        projectId: place.projectId,
      });
      await navigate(urlOf((answer.createBotVersion.data as { id: string }).id));
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  if (!isLoading && versions?.length === 0) {
    return (
      <EmptyState
        title={t("versions.none")}
        action={{ label: t("versions.create"), onClick: () => void begin(undefined) }}
      />
    );
  }
  return (
    <section className={classes["section"]}>
      <Group justify="space-between">
        <h2 className={classes["heading"]}>{t("tabs.versions")}</h2>
        <span className={classes["muted"]}>{t("versions.compareHint")}</span>
      </Group>
      <ol className={classes["tree"]}>
        {inTreeOrder(versions ?? []).map(({ version, depth }) => (
          <li key={version.id} className={classes["treeRow"]} style={{ paddingInlineStart: 12 + depth * 22 }}>
            <Checkbox
              aria-label={t("versions.choose", { number: version.number })}
              checked={chosen.includes(version.id)}
              disabled={chosen.length === 2 && !chosen.includes(version.id)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked
                    ? [...chosen, version.id]
                    : chosen.filter((id) => id !== version.id),
                )
              }
            />
            <Link href={urlOf(version.id)} className={classes["versionName"]}>
              {t("deploy.version", { number: version.number })}
            </Link>
            {version.label && <span>{version.label}</span>}
            {version.environments.map((environment) => (
              <EnvironmentBadge
                key={environment}
                environment={environmentNamed(environment)}
                label={environment}
              />
            ))}
            <StatusBadge
              tone={version.isLocked ? "neutral" : "info"}
              label={version.isLocked ? t("versions.locked") : t("versions.draft")}
            />
            <span className={classes["muted"]}>
              {version.author ?? t("someone")} · <RelativeTime at={version.createdAt} />
            </span>
            <Button size="xs" variant="subtle" loading={isBusy} onClick={() => void begin(version.id)}>
              {t("versions.branch")}
            </Button>
          </li>
        ))}
      </ol>
      {chosen.length === 2 && (
        <VersionDiff
          projectId={place.projectId}
          versions={versions ?? []}
          ids={[chosen[0] ?? "", chosen[1] ?? ""]}
        />
      )}
    </section>
  );
}
