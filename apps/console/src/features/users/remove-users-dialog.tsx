// Removing people from an organisation: what they lose first, then a result per person.
import { Button, Modal } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { personName } from "@parley/ui/person";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { AccessPreview, useAccessPreview } from "../../shared/access/access-preview.tsx";
import classes from "./users.module.css";

const removeMutation = graphql(`
  mutation RemoveUserFromAccount($accountId: ID!, $userIds: [ID!]!) {
    removeUserFromAccount(accountId: $accountId, userIds: $userIds) {
      entityId
      entityDisplayName
      succeeded
      errorDetails
    }
  }
`);

type Result = ResultOf<typeof removeMutation>["removeUserFromAccount"][number];
type RemovedPerson = { id: string; userName: string; firstName: string; lastName: string };
type Props = {
  accountId: string;
  users: readonly RemovedPerson[];
  onClose: () => void;
  onDone: () => void;
};

export function RemoveUsersDialog({ accountId, users, onClose, onDone }: Props) {
  const { t } = useTranslation("users");
  const [remove, { isBusy }] = useChange(removeMutation);
  const [people] = useState(users);
  const [results, setResults] = useState<readonly Result[]>([]);
  const [error, setError] = useState<Error>();
  const failed = results.filter((result) => !result.succeeded);
  const isOver = results.length > 0;

  const run = async (ids: readonly string[]) => {
    setError(undefined);
    try {
      const { removeUserFromAccount } = await remove({ accountId, userIds: [...ids] });
      const fresh = new Map(removeUserFromAccount.map((result) => [result.entityId, result]));
      setResults((before) =>
        before.length === 0
          ? removeUserFromAccount
          : before.map((result) => fresh.get(result.entityId) ?? result),
      );
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    }
  };
  const close = () => {
    if (results.some((result) => result.succeeded)) onDone();
    onClose();
  };
  const [first] = people;
  const removed = results.filter((result) => result.succeeded).length;
  const title = isOver
    ? t("remove.over", { removed, count: people.length })
    : people.length === 1 && first
      ? t("remove.titleOne", { name: personName(first) })
      : t("remove.title", { count: people.length });

  return (
    <Modal opened onClose={close} title={title} size="lg" centered>
      {!isOver && <p>{t("remove.hint", { count: people.length })}</p>}
      {!isOver && <Losses accountId={accountId} userIds={people.map((user) => user.id)} />}
      {isOver && (
        <ul className={classes["methods"]} aria-label={t("remove.results")}>
          {results.map((result) => (
            <li key={result.entityId}>
              <span>
                {result.entityDisplayName || nameIn(people, result.entityId)}
                {result.errorDetails && <span className={classes["muted"]}> · {result.errorDetails}</span>}
              </span>
              <StatusBadge
                tone={result.succeeded ? "good" : "bad"}
                label={t(result.succeeded ? "remove.removed" : "remove.failed")}
              />
            </li>
          ))}
        </ul>
      )}
      {error && <ErrorState error={error} isInline />}
      <div className={classes["actions"]}>
        <Button variant="default" onClick={close}>
          {t(isOver ? "close" : "cancel")}
        </Button>
        {!isOver && (
          <Button color="red" loading={isBusy} onClick={() => void run(people.map((user) => user.id))}>
            {t("remove.confirm", { count: people.length })}
          </Button>
        )}
        {isOver && failed.length > 0 && (
          <Button loading={isBusy} onClick={() => void run(failed.map((result) => result.entityId))}>
            {t("remove.retry", { count: failed.length })}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Losses({ accountId, userIds }: { accountId: string; userIds: string[] }) {
  const preview = useAccessPreview(accountId, { removedUserIds: userIds });
  // Who cannot be removed is told per person afterwards; the others still go.
  if (preview.preview?.refusal) return null;
  return <AccessPreview {...preview} showsPerson={userIds.length > 1} />;
}

const nameIn = (people: readonly RemovedPerson[], id: string) => {
  const person = people.find((candidate) => candidate.id === id);
  return person ? personName(person) : id;
};
