import { notify } from "@parley/ui/notifications";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { AccessChange } from "../../shared/access/access-draft.ts";
import { countChanges } from "../../shared/access/access-draft.ts";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import { changeLines } from "../../shared/access/change-lines.ts";
import { ChangeReview } from "../../shared/access/change-review.tsx";
import type { UserDetails } from "./user-details.ts";

const updateAccessMutation = graphql(`
  mutation UpdateUserAccountRoles(
    $id: ID!
    $accountId: ID!
    $firstName: String!
    $lastName: String!
    $roleIdsToAdd: [ID!]
    $roleIdsToRemove: [ID!]
    $teamIdsToAdd: [ID!]
    $teamIdsToRemove: [ID!]
    $projectIdsToAdd: [ID!]
    $projectIdsToRemove: [ID!]
    $projectRolesUpdate: [ProjectRolesUpdate!]
    $settings: JSON
  ) {
    updateUser(
      id: $id
      accountId: $accountId
      firstName: $firstName
      lastName: $lastName
      roleIdsToAdd: $roleIdsToAdd
      roleIdsToRemove: $roleIdsToRemove
      teamIdsToAdd: $teamIdsToAdd
      teamIdsToRemove: $teamIdsToRemove
      projectIdsToAdd: $projectIdsToAdd
      projectIdsToRemove: $projectIdsToRemove
      projectRolesUpdate: $projectRolesUpdate
      settings: $settings
    ) {
      id
      userName
      firstName
      lastName
      status
      createdAt
      updatedAt
    }
  }
`);

type Props = {
  user: UserDetails;
  name: string;
  accountId: string;
  details: AccountDetails | undefined;
  change: AccessChange;
  onSaved: () => void;
  onClose: () => void;
};

export function ReviewUserChange({ user, name, accountId, details, change, onSaved, onClose }: Props) {
  const { t } = useTranslation("access");
  const { t: tUsers } = useTranslation("users");
  const [update] = useChange(updateAccessMutation);
  const { userIdsToAdd: _added, userIdsToRemove: _removed, ...own } = change;
  const nameIn = (items: readonly { id: string; name: string }[] | null | undefined, id: string) =>
    items?.find((item) => item.id === id)?.name;
  const lines = changeLines(
    change,
    {
      role: (id) => nameIn(details?.roles, id) ?? id,
      team: (id) => nameIn(details?.teams, id) ?? nameIn(user.assignedTeams, id) ?? id,
      user: (id) => id,
      project: (id) =>
        nameIn(details?.projects, id) ??
        user.userProjects.find(({ projectId }) => projectId === id)?.project.name ??
        id,
    },
    t,
  );
  return (
    <ChangeReview
      accountId={accountId}
      name={name}
      lines={lines}
      change={{ userId: user.id, ...own }}
      onClose={onClose}
      onSave={async () => {
        await update({ id: user.id, accountId, firstName: user.firstName, lastName: user.lastName, ...own });
        notify({ tone: "good", message: tUsers("saved", { count: countChanges(change), name }) });
        onSaved();
      }}
    />
  );
}
