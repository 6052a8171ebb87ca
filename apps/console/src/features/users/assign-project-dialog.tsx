// One project, with roles in it, for several people at once; a result per person.
import { Button, Modal, MultiSelect, Select } from "@mantine/core";
import { personName } from "@parley/ui/person";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import { rolesFor } from "../../shared/access/project-roles.tsx";
import type { UserRow } from "./users-query.ts";
import classes from "./users.module.css";

const setRolesMutation = graphql(`
  mutation SetUserAccountProjectsRoles(
    $userId: ID!
    $projectRolesUpdate: [ProjectRolesUpdate!]!
    $isConsolidatingDetails: Boolean
  ) {
    setUserAccountProjectsRoles(
      userId: $userId
      projectRolesUpdate: $projectRolesUpdate
      isConsolidatingDetails: $isConsolidatingDetails
    ) {
      id
    }
  }
`);

type Props = {
  details: AccountDetails | undefined;
  users: readonly UserRow[];
  onClose: () => void;
  onDone: () => void;
};
type Result = { user: UserRow; error?: string };

export function AssignProjectDialog({ details, users, onClose, onDone }: Props) {
  const { t } = useTranslation("users");
  const [setRoles, { isBusy }] = useChange(setRolesMutation);
  const [people] = useState(users);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [results, setResults] = useState<readonly Result[]>([]);
  const failed = results.filter((result) => result.error !== undefined);
  const isOver = results.length > 0;

  const run = async (chosen: readonly UserRow[]) => {
    if (!projectId) return setIsMissing(true);
    const fresh: Result[] = [];
    for (const user of chosen) {
      try {
        await setRoles({
          userId: user.id,
          projectRolesUpdate: [{ projectId, roleIdsToAdd: roleIds }],
          isConsolidatingDetails: false,
        });
        fresh.push({ user });
      } catch (reason) {
        fresh.push({ user, error: reason instanceof Error ? reason.message : String(reason) });
      }
    }
    setResults((before) => [
      ...before.filter((result) => !chosen.some((user) => user.id === result.user.id)),
      ...fresh,
    ]);
  };
  const close = () => {
    if (results.some((result) => result.error === undefined)) onDone();
    onClose();
  };

  return (
    <Modal opened onClose={close} title={t("assign.title", { count: people.length })} centered>
      <div className={classes["fields"]}>
        {!isOver && (
          <>
            <Select
              label={t("filter.project")}
              data={(details?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={projectId}
              searchable
              required
              error={isMissing && t("assign.missing")}
              onChange={(next) => {
                setIsMissing(false);
                setProjectId(next);
                setRoleIds([]);
              }}
            />
            <MultiSelect
              label={t("assign.roles")}
              data={projectId ? rolesFor(details?.projects ?? [], details?.roles ?? [], projectId) : []}
              value={roleIds}
              disabled={!projectId}
              onChange={setRoleIds}
            />
          </>
        )}
        {isOver && (
          <ul className={classes["methods"]}>
            {results.map(({ user, error }) => (
              <li key={user.id}>
                <span>
                  {personName(user)} {error && <span className={classes["muted"]}> · {error}</span>}
                </span>
                <StatusBadge
                  tone={error === undefined ? "good" : "bad"}
                  label={t(error === undefined ? "assign.done" : "assign.failed")}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes["actions"]}>
        <Button variant="default" onClick={close}>
          {t(isOver ? "close" : "cancel")}
        </Button>
        {!isOver && (
          <Button loading={isBusy} onClick={() => void run(people)}>
            {t("assign.submit")}
          </Button>
        )}
        {isOver && failed.length > 0 && (
          <Button loading={isBusy} onClick={() => void run(failed.map(({ user }) => user))}>
            {t("remove.retry", { count: failed.length })}
          </Button>
        )}
      </div>
    </Modal>
  );
}
