// What visitors said that the bot was unsure about: give it an intent, or let it go.
import type { VersionGraphEntry } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, Group, Select } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { attempt } from "./attempt.ts";
import { createMutation } from "./create-version.ts";
import { percent } from "./percent.ts";
import type { BotPlace } from "./place.ts";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

export const supervisedUtterance = z.object({
  id: z.string(),
  text: z.string(),
  suggestedIntent: z.string().nullable(),
  score: z.number().nullable(),
  reason: z.string(),
  times: z.number(),
  conversationId: z.string().nullable(),
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
  const [chosenDraft, setChosenDraft] = useState<string>();
  // The versions may come after the tab was opened.
  const draftId = drafts.find((version) => version.id === chosenDraft)?.id ?? drafts[0]?.id ?? "";
  const newest = versions.toSorted((a, b) => b.number - a.number)[0];
  const [create, creating] = useChange(createMutation);
  const [decide] = useChange(decideMutation);
  const act = (utterance: Utterance, intent: string | null) =>
    attempt(async () => {
      await decide({
        projectId: place.projectId,
        botId: place.botId,
        id: utterance.id,
        versionId: intent ? draftId : null,
        intent,
      });
      if (intent) notify({ tone: "good", message: t("inbox.added", { text: utterance.text, intent }) });
    });
  if (utterances?.length === 0) {
    return <EmptyState icon={<IconInbox size={20} />} title={t("inbox.empty")} hint={t("inbox.emptyHint")} />;
  }
  return (
    <section className={classes["section"]}>
      <Group align="flex-end" gap="sm">
        <Select
          label={t("inbox.into")}
          description={drafts.length === 0 ? t("inbox.noDraft") : t("inbox.intoHint")}
          data={drafts.map((version) => ({
            value: version.id,
            label: t("deploy.version", { number: version.number }),
          }))}
          value={draftId === "" ? null : draftId}
          disabled={drafts.length === 0}
          allowDeselect={false}
          onChange={(value) => setChosenDraft(value ?? undefined)}
          w={320}
        />
        {drafts.length === 0 && newest && (
          <Button
            variant="default"
            loading={creating.isBusy}
            onClick={() =>
              void attempt(() =>
                create({ botId: place.botId, basedOn: newest.id, projectId: place.projectId }),
              )
            }
          >
            {t("inbox.createDraft", { number: newest.number })}
          </Button>
        )}
      </Group>
      <ul className={classes["rows"]}>
        {(utterances ?? []).map((utterance) => (
          <li key={utterance.id} className={phraseClasses["inboxRow"]}>
            <div className={phraseClasses["inboxWords"]}>
              <strong>{utterance.text}</strong>
              <p className={classes["muted"]}>
                {t(`inbox.reason.${utterance.reason}`)}
                {utterance.score !== null && ` ${percent(utterance.score)}`} ·{" "}
                {t("inbox.times", { count: utterance.times })} · <RelativeTime at={utterance.createdAt} />
                {utterance.conversationId && (
                  <>
                    {" · "}
                    <Link
                      href={urlTo(paths.conversation, { ...place, conversationId: utterance.conversationId })}
                    >
                      {t("inbox.conversation")}
                    </Link>
                  </>
                )}
              </p>
            </div>
            {utterance.suggestedIntent !== null && intents.includes(utterance.suggestedIntent) && (
              <Button
                size="xs"
                variant="light"
                disabled={draftId === ""}
                onClick={() => void act(utterance, utterance.suggestedIntent)}
              >
                {t("inbox.addTo", { intent: utterance.suggestedIntent })}
              </Button>
            )}
            <Select
              size="xs"
              aria-label={t("inbox.intentFor", { text: utterance.text })}
              placeholder={t("inbox.choose")}
              data={[...intents]}
              value={null}
              searchable
              disabled={draftId === ""}
              w={190}
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
