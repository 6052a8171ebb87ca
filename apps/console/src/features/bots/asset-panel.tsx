// One asset: what it looks like, what it is, and which versions use it.
import { assetData } from "@parley/bot-data/bot";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { CopyText } from "@parley/ui/copy-text";
import { ErrorState } from "@parley/ui/error-state";
import { byteSize } from "@parley/ui/file-drop";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Group, Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { BotPlace } from "./place.ts";
import assetClasses from "./assets.module.css";
import classes from "./bots.module.css";

const assetQuery = graphql(`
  query GetAssetById($assetId: ID!, $botId: ID!, $projectId: ID!) {
    getAssetById(assetId: $assetId, botId: $botId, projectId: $projectId) {
      data
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteBotAsset($botId: ID!, $assetId: ID!, $projectId: ID!) {
    deleteBotAsset(botId: $botId, assetId: $assetId, projectId: $projectId)
  }
`);

type Props = { place: BotPlace; assetId: string; onClose: () => void; onRemoved: () => void };

export function AssetPanel({ place, assetId, onClose, onRemoved }: Props) {
  const { t } = useTranslation("bots");
  const { botId, projectId } = place;
  const { data, error, reload } = useData(
    assetQuery,
    { assetId, botId, projectId },
    { types: ["DataResult"] },
  );
  const [remove] = useChange(deleteMutation);
  const [isRemoving, setIsRemoving] = useState(false);
  const asset = useMemo(() => data && assetData.parse(data.getAssetById.data), [data]);
  return (
    <SidePanel isOpen onClose={onClose} title={asset?.name ?? "…"} subtitle={asset?.mimeType}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {asset && (
        <Stack gap="md">
          <Preview asset={asset} />
          <dl className={classes["facts"]}>
            <dt>{t("assets.size")}</dt>
            <dd>{byteSize(asset.size)}</dd>
            <dt>{t("assets.added")}</dt>
            <dd>
              <RelativeTime at={asset.createdAt} />
            </dd>
            <dt>{t("assets.id")}</dt>
            <dd>
              <CopyText value={asset.id} label={t("assets.id")} />
            </dd>
            <dt>{t("assets.where")}</dt>
            <dd>
              {asset.usedIn.length === 0 && t("assets.usedNowhere")}
              <Group gap="xs">
                {asset.usedIn.map(({ versionId, number }) => (
                  <Link key={versionId} href={urlTo(paths.botVersion, { ...place, versionId })}>
                    {t("deploy.version", { number })}
                  </Link>
                ))}
              </Group>
            </dd>
          </dl>
          <Group gap="xs">
            <Button variant="default" component="a" href={asset.url} target="_blank" rel="noreferrer">
              {t("assets.open")}
            </Button>
            <Button
              variant="default"
              disabled={asset.usedIn.length > 0}
              title={asset.usedIn.length > 0 ? t("assets.inUse") : undefined}
              onClick={() => setIsRemoving(true)}
            >
              {t("delete")}
            </Button>
          </Group>
          <ConfirmDialog
            isOpen={isRemoving}
            onClose={() => setIsRemoving(false)}
            title={t("deleteTitle", { name: asset.name })}
            confirmLabel={t("delete")}
            onConfirm={async () => {
              await remove({ botId, assetId, projectId });
              onRemoved();
            }}
          />
        </Stack>
      )}
    </SidePanel>
  );
}

function Preview({ asset }: { asset: { mimeType: string; url: string; name: string } }) {
  const { t } = useTranslation("bots");
  if (asset.mimeType.startsWith("image/"))
    return <img src={asset.url} alt={asset.name} className={assetClasses["largePreview"]} />;
  // Authors upload what visitors see: captions are part of the file when it has any.
  if (asset.mimeType.startsWith("audio/")) return <audio src={asset.url} controls preload="none" />;
  if (asset.mimeType.startsWith("video/"))
    return <video src={asset.url} controls preload="metadata" className={assetClasses["largePreview"]} />;
  return <p className={classes["muted"]}>{t("assets.noPreview")}</p>;
}
