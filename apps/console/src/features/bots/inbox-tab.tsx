// What visitors said that the bot was unsure about: give it an intent, or let it go.
import type { VersionGraphEntry } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, Select } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { BotPlace } from "./place.ts";
import classes from "./bots.module.css";

export const supervisedUtterance = z.object({
  id: z.string(),
  text: z.string(),
  suggestedIntent: z.string().nullable(),
  score: z.number().nullable(),
  reason: z.string(),
  times: z.number(),
  createdAt: z.string(),
});

const decideMutation = graphql(`
  mutation DecideSupervisedUtterance(
    $projectId: ID!
    $botId: ID!
    $id: ID!
    $versionId: ID
    $intent: String
  ) {
    decideSupervisedUtterance(
      projectId: $projectId
      botId: $botId
      id: $id
      versionId: $versionId
      intent: $intent
    ) {
      data
    }
  }
`);

type Utterance = z.infer<typeof supervisedUtterance>;
type Props = {
  place: BotPlace;
  utterances: readonly Utterance[] | undefined;
  intents: readonly string[];
  versions: readonly VersionGraphEntry[];
};

export function InboxTab({ place, utterances, intents, versions }: Props) {
  const { t } = useTranslation("bots");
  const drafts = versions.filter((version) => !version.isLocked);
  const [draftId, setDraftId] = useState(drafts[0]?.id ?? "");
  const [decide] = useChange(decideMutation);
  const act = async (utterance: Utterance, intent: string | null) => {
    try {
      await decide({
        projectId: place.projectId,
        botId: place.botId,
        id: utterance.id,
        versionId: intent ? draftId : null,
        intent,
      });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  if (utterances?.length === 0) {
    return <EmptyState icon={<IconInbox size={20} />} title={t("inbox.empty")} hint={t("inbox.emptyHint")} />;
  }
  return (
    <section className={classes["section"]}>
      <Select
        label={t("inbox.into")}
        description={drafts.length === 0 ? t("inbox.noDraft") : undefined}
        data={drafts.map((version) => ({
          value: version.id,
          label: t("deploy.version", { number: version.number }),
        }))}
        value={draftId}
        disabled={drafts.length === 0}
        onChange={(value) => setDraftId(value ?? "")}
        w={260}
      />
      <ul className={classes["rows"]}>
        {(utterances ?? []).map((utterance) => (
          <li key={utterance.id} className={classes["inboxRow"]}>
            <div className={classes["grow"]}>
              <strong>{utterance.text}</strong>
              <p className={classes["muted"]}>
                {t(`inbox.reason.${utterance.reason}`)} · {t("inbox.times", { count: utterance.times })} ·{" "}
                <RelativeTime at={utterance.createdAt} />
              </p>
            </div>
            <Select
              aria-label={t("inbox.intentFor", { text: utterance.text })}
              placeholder={utterance.suggestedIntent ?? t("inbox.choose")}
              data={[...intents]}
              searchable
              disabled={draftId === ""}
              w={220}
              onChange={(value) => value && void act(utterance, value)}
            />
            <Button size="xs" variant="default" onClick={() => void act(utterance, null)}>
              {t("inbox.dismiss")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
