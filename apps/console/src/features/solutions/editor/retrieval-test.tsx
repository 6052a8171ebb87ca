// What a question finds in the chosen files, without asking a model: for when an answer misses what is there.
import { ErrorState } from "@parley/ui/error-state";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import classes from "./editor.module.css";

const searchQuery = graphql(`
  query SearchKnowledge($projectId: ID!, $fileIds: [ID!]!, $question: String!, $credentialId: ID) {
    searchKnowledge(
      projectId: $projectId
      fileIds: $fileIds
      question: $question
      credentialId: $credentialId
      limit: 6
    ) {
      ms
      hits {
        score
        wordScore
        meaningScore
        matchedTerms
        chunk {
          id
          title
          heading
          content
        }
      }
    }
  }
`);

type Props = { fileIds: readonly string[]; credentialId: string | null };

export function RetrievalTest({ fileIds, credentialId }: Props) {
  const { t } = useTranslation("solutions");
  const { projectId = "" } = useParams();
  const [text, setText] = useState("");
  const [question, setQuestion] = useState("");
  const { data, error, isRefreshing } = useData(
    searchQuery,
    { projectId, fileIds: [...fileIds], question, credentialId },
    { isPaused: question === "" },
  );
  const found = question === "" ? undefined : data?.searchKnowledge;
  return (
    <div className={classes["retrieval"]}>
      <div className={classes["retrievalAsk"]}>
        <TextInput
          className={classes["grow"] ?? ""}
          aria-label={t("retrieval.question")}
          placeholder={t("retrieval.question")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) setQuestion(text.trim());
          }}
        />
        <Button variant="default" loading={isRefreshing} onClick={() => setQuestion(text.trim())}>
          {t("retrieval.search")}
        </Button>
      </div>
      {error && <ErrorState error={error} isInline />}
      {found && (
        <p className={classes["muted"]} role="status">
          {t("retrieval.found", { count: found.hits.length, ms: found.ms })}
        </p>
      )}
      <ol className={classes["passages"]}>
        {(found?.hits ?? []).map((hit) => (
          <li key={hit.chunk.id} className={classes["passageItem"]}>
            <p className={classes["muted"]}>
              <strong>{Math.round(hit.score * 100)} %</strong> · {hit.chunk.title}
              {hit.chunk.heading && ` › ${hit.chunk.heading}`} ·{" "}
              {t(hit.meaningScore == null ? "retrieval.words" : "retrieval.both", {
                words: Math.round(hit.wordScore * 100),
                meaning: Math.round((hit.meaningScore ?? 0) * 100),
              })}
              {hit.matchedTerms.length > 0 && ` (${hit.matchedTerms.join(", ")})`}
            </p>
            <p className={classes["passageText"]}>{hit.chunk.content}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
