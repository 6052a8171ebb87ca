// A document as it is searched: passage by passage, the cited one marked and in view.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { SidePanel } from "@parley/ui/side-panel";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import classes from "./editor.module.css";

const chunksQuery = graphql(`
  query GetKnowledgeChunks($fileId: ID!, $limit: Int, $offset: Int) {
    knowledgeChunks(fileId: $fileId, limit: $limit, offset: $offset) {
      id
      position
      heading
      content
    }
  }
`);

const pageSize = 100;

type Props = {
  fileId: string;
  title: string;
  url?: string | null | undefined;
  /** The passage an answer cites, with its place in the document where that is known. */
  citedId?: string | undefined;
  citedAt?: number | undefined;
  onClose: () => void;
};

export function PassagesPanel({ fileId, title, url, citedId, citedAt = 0, onClose }: Props) {
  const { t } = useTranslation("solutions");
  const [limit, setLimit] = useState(pageSize);
  // A cited passage deep in a long document is shown with what stands around it.
  const offset = citedAt > pageSize - 10 ? citedAt - 10 : 0;
  const { data, error, reload } = useData(chunksQuery, { fileId, limit, offset });
  const chunks = data?.knowledgeChunks ?? [];
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={520}
      title={title}
      subtitle={data && t("passages.count", { count: chunks.length })}
      actions={
        url && (
          <Button size="xs" variant="default" component="a" href={url} target="_blank" rel="noreferrer">
            {t("passages.open")}
          </Button>
        )
      }
    >
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {data && chunks.length === 0 && <EmptyState title={t("passages.none")} />}
      <ol className={classes["passages"]}>
        {chunks.map((chunk) => {
          const isCited = chunk.id === citedId;
          return (
            <li
              key={chunk.id}
              className={classes["passageItem"]}
              data-cited={isCited || undefined}
              aria-current={isCited || undefined}
              ref={(element) => {
                if (isCited) element?.scrollIntoView({ block: "center" });
              }}
            >
              <p className={classes["muted"]}>
                {t("passages.place", { number: chunk.position + 1 })}
                {chunk.heading && ` · ${chunk.heading}`}
                {isCited && <strong> · {t("passages.cited")}</strong>}
              </p>
              <p className={classes["passageText"]}>{chunk.content}</p>
            </li>
          );
        })}
      </ol>
      {chunks.length === limit && (
        <Button size="xs" variant="default" onClick={() => setLimit(limit + pageSize)}>
          {t("passages.more")}
        </Button>
      )}
    </SidePanel>
  );
}
