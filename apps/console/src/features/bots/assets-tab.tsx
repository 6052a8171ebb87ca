// Pictures, documents and sounds a bot may send: drop, look, see where used.
import type { AssetData } from "@parley/bot-data/bot";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { CopyText } from "@parley/ui/copy-text";
import { EmptyState } from "@parley/ui/empty-state";
import { byteSize, FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { BotPlace } from "./place.ts";
import classes from "./bots.module.css";

const uploadMutation = graphql(`
  mutation UploadBotAsset($botId: ID!, $botAssetsInput: BotAssetsInput!, $projectId: ID!) {
    uploadBotAsset(botId: $botId, botAssetsInput: $botAssetsInput, projectId: $projectId) {
      data
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteBotAsset($botId: ID!, $assetId: ID!, $projectId: ID!) {
    deleteBotAsset(botId: $botId, assetId: $assetId, projectId: $projectId)
  }
`);

const maxBytes = 20 * 1024 * 1024;

type Props = {
  place: BotPlace;
  assets: readonly AssetData[] | undefined;
  isLoading: boolean;
  onRemoved: () => void;
};

export function AssetsTab({ place: { botId, projectId }, assets, isLoading, onRemoved }: Props) {
  const { t } = useTranslation("bots");
  const [upload, { isBusy }] = useChange(uploadMutation);
  const [remove] = useChange(deleteMutation);
  const [leaving, setLeaving] = useState<AssetData>();
  const send = async (files: File[]) => {
    for (const file of files) {
      try {
        await upload({ botId, botAssetsInput: { assetData: file }, projectId });
      } catch (error) {
        notify({
          tone: "bad",
          message: `${file.name}: ${error instanceof Error ? error.message : String(error)}`,
        });
      }
    }
  };
  return (
    <section className={classes["section"]}>
      <FileDrop
        label={t("assets.drop")}
        hint={t("assets.hint")}
        maxBytes={maxBytes}
        isMultiple
        isDisabled={isBusy}
        onFiles={(files) => void send(files)}
      />
      {!isLoading && assets?.length === 0 && <EmptyState title={t("assets.none")} />}
      <ul className={classes["assets"]}>
        {(assets ?? []).map((asset) => (
          <li key={asset.id} className={classes["asset"]}>
            {asset.mimeType.startsWith("image/") ? (
              <img src={asset.url} alt="" className={classes["preview"]} />
            ) : (
              <span className={classes["preview"]}>{asset.mimeType.split("/")[1]}</span>
            )}
            <strong>{asset.name}</strong>
            <span className={classes["muted"]}>
              {byteSize(asset.size)} · {t("assets.usedIn", { count: asset.usedIn.length })}
            </span>
            <CopyText value={asset.id} label={t("assets.id")} />
            <Button
              size="xs"
              variant="default"
              component="a"
              href={asset.url}
              target="_blank"
              rel="noreferrer"
            >
              {t("assets.open")}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={asset.usedIn.length > 0}
              title={asset.usedIn.length > 0 ? t("assets.inUse") : undefined}
              onClick={() => setLeaving(asset)}
            >
              {t("delete")}
            </Button>
          </li>
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          isOpen
          onClose={() => setLeaving(undefined)}
          title={t("deleteTitle", { name: leaving.name })}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ botId, assetId: leaving.id, projectId });
            onRemoved();
            setLeaving(undefined);
          }}
        />
      )}
    </section>
  );
}
