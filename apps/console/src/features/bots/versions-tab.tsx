// The versions as a graph by what they are based on, with the environments as flags; two of them can be compared.
import type { VersionGraphEntry } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox, FileButton, Group } from "@mantine/core";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { attempt } from "./attempt.ts";
import { createMutation } from "./create-version.ts";
import type { BotPlace } from "./place.ts";
import { graphRows } from "./version-graph.ts";
import { lanesWidth, VersionLanes } from "./version-lanes.tsx";
import classes from "./bots.module.css";
import versionClasses from "./versions.module.css";

const importMutation = graphql(`
  mutation ImportBotVersion($projectId: ID!, $botId: ID!, $archive: Upload!) {
    importBotVersion(projectId: $projectId, botId: $botId, archive: $archive) {
      data
      messages
    }
  }
`);

const VersionDiff = lazy(() => import("./version-diff.tsx").then((it) => ({ default: it.VersionDiff })));
const created = z.object({ id: z.string(), number: z.number() });
const maxArchiveBytes = 64 * 1024 * 1024;

type Props = { place: BotPlace; versions: readonly VersionGraphEntry[] | undefined; isLoading: boolean };

export function VersionsTab({ place, versions, isLoading }: Props) {
  const { t } = useTranslation("bots");
  const navigate = useNavigate();
  const [create, { isBusy }] = useChange(createMutation);
  const [importZip, importing] = useChange(importMutation);
  const [chosen, setChosen] = useState<string[]>([]);
  const urlOf = (versionId: string) => urlTo(paths.botVersion, { ...place, versionId });
  const { rows, lanes } = useMemo(() => graphRows(versions ?? []), [versions]);
  const numberOf = (id: string | null) => versions?.find((version) => version.id === id)?.number;
  const begin = (basedOn: string | undefined) =>
    attempt(async () => {
      const answer = await create({
        botId: place.botId,
        basedOn: basedOn ?? null,
        projectId: place.projectId,
      });
      await navigate(urlOf(created.parse(answer.createBotVersion.data).id));
    });
  const bring = (archive: File | null) =>
    attempt(async () => {
      if (!archive) return;
      if (archive.size > maxArchiveBytes) throw new Error(t("versions.tooLarge"));
      const answer = await importZip({ projectId: place.projectId, botId: place.botId, archive });
      const { id, number } = created.parse(answer.importBotVersion.data);
      await navigate(urlOf(id));
      const what = z.array(z.string()).parse(answer.importBotVersion.messages).join(" ");
      notify({ tone: "good", message: t("versions.imported", { number, name: archive.name, what }) });
    });
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
        <Group gap="sm">
          <span className={classes["muted"]}>{t("versions.compareHint")}</span>
          <FileButton accept=".zip,application/zip" onChange={(file) => void bring(file)}>
            {(props) => (
              <Button size="xs" variant="default" loading={importing.isBusy} {...props}>
                {t("versions.import")}
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
      <ol className={versionClasses["tree"]}>
        {rows.map((row) => {
          const { version } = row;
          return (
            <li
              key={version.id}
              className={versionClasses["treeRow"]}
              style={{ paddingInlineStart: lanesWidth(lanes) + 12 }}
            >
              <VersionLanes row={row} lanes={lanes} />
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
              <Link href={urlOf(version.id)} className={versionClasses["versionName"]}>
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
                {numberOf(version.basedOn) !== undefined &&
                  ` · ${t("versions.basedOn", { number: numberOf(version.basedOn) })}`}
              </span>
              <Button size="xs" variant="subtle" loading={isBusy} onClick={() => void begin(version.id)}>
                {t("versions.branch")}
              </Button>
            </li>
          );
        })}
      </ol>
      {chosen.length === 2 && (
        <Suspense>
          <VersionDiff
            projectId={place.projectId}
            versions={versions ?? []}
            ids={[chosen[0] ?? "", chosen[1] ?? ""]}
          />
        </Suspense>
      )}
    </section>
  );
}
