import { Textarea, TextInput } from "@mantine/core";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useAccountDetails } from "../../shared/access/account-details.ts";
import { RoleChecks } from "../../shared/access/role-checks.tsx";
import { UserPicker } from "../../shared/user-picker.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import { MemberChips } from "./member-chips.tsx";
import classes from "./teams.module.css";

const createMutation = graphql(`
  mutation CreateTeam(
    $accountId: ID
    $name: String!
    $description: String
    $projectIdsToAdd: [ID!]
    $roleIdsToAdd: [ID!]
    $userIdsToAdd: [ID!]
  ) {
    createTeam(
      accountId: $accountId
      name: $name
      description: $description
      projectIdsToAdd: $projectIdsToAdd
      roleIdsToAdd: $roleIdsToAdd
      userIdsToAdd: $userIdsToAdd
    ) {
      id
    }
  }
`);

type Props = { accountId: string; onClose: () => void; onCreated: (teamId: string) => void };

export function CreateTeamDialog({ accountId, onClose, onCreated }: Props) {
  const { t } = useTranslation("teams");
  const { details } = useAccountDetails(accountId);
  const [create] = useChange(createMutation);
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [members, setMembers] = useState<PickedUser[]>([]);
  const errors = useFieldErrors(["name", "description"]);

  const submit = async () => {
    const { createTeam } = await create({
      accountId,
      name,
      description,
      roleIdsToAdd: roleIds,
      userIdsToAdd: members.map((member) => member.id),
    });
    onCreated(createTeam.id);
  };

  return (
    <FormDialog
      title={t("create.title")}
      size="lg"
      errors={errors}
      submitLabel={t("create.submit")}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t("name")} required data-autofocus {...errors.text("name", name, setName)} />
      <Textarea
        label={t("description")}
        rows={2}
        {...errors.text("description", description, setDescription)}
      />
      <UserPicker
        accountId={accountId}
        label={t("members")}
        taken={members.map((member) => member.id)}
        onPick={(user) => user && setMembers([...members, user])}
      />
      <MemberChips
        members={members}
        onRemove={(id) => setMembers(members.filter((member) => member.id !== id))}
      />
      <div>
        <p className={classes["label"]}>{t("roles")}</p>
        <RoleChecks roles={details?.roles ?? []} value={roleIds} onChange={setRoleIds} />
      </div>
    </FormDialog>
  );
}
