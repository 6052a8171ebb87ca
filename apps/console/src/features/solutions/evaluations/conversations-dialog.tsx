// Real questions as cases: choose conversations, and what visitors asked there joins the set.
import { historySearchData } from "@parley/bot-data/history";
import type { HistoryItem } from "@parley/bot-data/history";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { SearchInput } from "@parley/ui/search-input";
import { Button, Checkbox, Group, Modal, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import classes from "./evaluations.module.css";

const searchMutation = graphql(`
  mutation FindConversationsToEvaluate($projectId: ID!, $searchBody: JSON!) {
    postHistorySearch(projectId: $projectId, searchBody: $searchBody) {
      data
    }
  }
`);

const addMutation = graphql(`
  mutation AddConversationsToEvaluationSet($id: ID!, $conversationIds: [ID!]!) {
    addConversationsToEvaluationSet(id: $id, conversationIds: $conversationIds) {
      id
      cases {
        id
      }
    }
  }
`);

const most = 50;
const typingPauseMs = 250;

type Props = { setId: string; onClose: () => void; onAdded: () => void };

export function ConversationsDialog({ setId, onClose, onAdded }: Props) {
  const { t } = useTranslation("evaluations");
  const { projectId = "" } = useParams();
  const [words, setWords] = useState("");
  const [found, setFound] = useState<readonly HistoryItem[]>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ message: string }>();
  const [search] = useChange(searchMutation);
  const [add, { isBusy }] = useChange(addMutation);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      search({ projectId, searchBody: { text: words, limit: most, withFacets: false } }).then(
        (answer) =>
          isCurrent && setFound(historySearchData.parse(answer.postHistorySearch.data).conversations),
        (error: Error) => isCurrent && setFailure(error),
      );
    }, typingPauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, projectId, words]);
  const take = async () => {
    try {
      await add({ id: setId, conversationIds: [...chosen] });
      notify({ tone: "good", message: t("conversations.added") });
      onAdded();
      onClose();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("cases.fromConversations")} centered size="lg">
      <Stack gap="sm">
        <p className={classes["words"]}>{t("conversations.hint")}</p>
        <SearchInput value={words} onChange={setWords} placeholder={t("conversations.search")} />
        <ul className={classes["conversations"]} aria-busy={found === undefined}>
          {found === undefined && !failure && (
            <li className={classes["muted"]}>{t("conversations.loading")}</li>
          )}
          {found?.length === 0 && <li className={classes["muted"]}>{t("conversations.none")}</li>}
          {(found ?? []).map((conversation) => (
            <li key={conversation.id}>
              <Checkbox
                checked={chosen.includes(conversation.id)}
                label={textOf(conversation.snippet) || t("conversations.untitled")}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, conversation.id]
                      : chosen.filter((id) => id !== conversation.id),
                  )
                }
              />
              <span className={classes["muted"]}>
                <RelativeTime at={conversation.lastActivityAt} />
              </span>
            </li>
          ))}
        </ul>
        {failure && <ErrorState error={failure} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => void take()}>
            {chosen.length === 0
              ? t("conversations.addNone")
              : t("conversations.add", { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function textOf(pieces: HistoryItem["snippet"]): string {
  return pieces.map((piece) => piece.text).join("");
}
