// Pictures, documents and sounds a bot may send: drop, look, see where used.
import type { AssetData } from "@parley/bot-data/bot";
import { EmptyState } from "@parley/ui/empty-state";
import { byteSize, FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { IconFileText, IconFileTypePdf, IconMovie, IconMusic } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import type { BotPlace } from "./place.ts";
import assetClasses from "./assets.module.css";
import classes from "./bots.module.css";

const uploadMutation = graphql(`
  mutation UploadBotAsset($botId: ID!, $botAssetsInput: BotAssetsInput!, $projectId: ID!) {
    uploadBotAsset(botId: $botId, botAssetsInput: $botAssetsInput, projectId: $projectId) {
      data
    }
  }
`);

const AssetPanel = lazy(() => import("./asset-panel.tsx").then((it) => ({ default: it.AssetPanel })));
const maxBytes = 20 * 1024 * 1024;

type Props = {
  place: BotPlace;
  assets: readonly AssetData[] | undefined;
  isLoading: boolean;
  onRemoved: () => void;
};

export function AssetsTab({ place, assets, isLoading, onRemoved }: Props) {
  const { botId, projectId } = place;
  const { t } = useTranslation("bots");
  const [upload, { isBusy }] = useChange(uploadMutation);
  const [open, setOpen] = useUrlParam("asset", "");
  const send = async (files: File[]) => {
    for (const file of files) {
      try {
        await upload({ botId, botAssetsInput: { assetData: file }, projectId });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        // The server names the file where it knows it.
        const message = reason.startsWith(`${file.name}:`) ? reason : `${file.name}: ${reason}`;
        notify({ tone: "bad", message });
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
      <ul className={assetClasses["assets"]}>
        {(assets ?? []).map((asset) => (
          <li key={asset.id} className={assetClasses["asset"]}>
            <button type="button" className={assetClasses["assetOpen"]} onClick={() => setOpen(asset.id)}>
              {asset.mimeType.startsWith("image/") ? (
                <img src={asset.url} alt="" className={assetClasses["preview"]} />
              ) : (
                <span className={assetClasses["preview"]}>
                  <Icon type={asset.mimeType} />
                </span>
              )}
              <strong>{asset.name}</strong>
            </button>
            <span className={classes["muted"]}>
              {byteSize(asset.size)} · {t("assets.usedIn", { count: asset.usedIn.length })}
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <Suspense>
          <AssetPanel
            place={place}
            assetId={open}
            onClose={() => setOpen("")}
            onRemoved={() => {
              setOpen("");
              onRemoved();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

function Icon({ type }: { type: string }) {
  const [kind, form] = type.split("/");
  const look = { size: 32, stroke: 1.3, "aria-hidden": true } as const;
  if (kind === "audio") return <IconMusic {...look} />;
  if (kind === "video") return <IconMovie {...look} />;
  return form === "pdf" ? <IconFileTypePdf {...look} /> : <IconFileText {...look} />;
}
