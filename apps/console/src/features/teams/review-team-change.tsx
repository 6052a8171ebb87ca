import { notify } from "@parley/ui/notifications";
import { personName } from "@parley/ui/person";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { countChanges } from "../../shared/access/access-draft.ts";
import type { AccessChange } from "../../shared/access/access-draft.ts";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import { changeLines } from "../../shared/access/change-lines.ts";
import { ChangeReview } from "../../shared/access/change-review.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import type { TeamDetails } from "./team-details.ts";
import { setProjectRolesMutation, updateTeamMutation } from "./update-team.ts";

type Props = {
  team: TeamDetails;
  accountId: string;
  details: AccountDetails | undefined;
  picked: readonly PickedUser[];
  change: AccessChange;
  onSaved: () => void;
  onClose: () => void;
};

export function ReviewTeamChange({ team, accountId, details, picked, change, onSaved, onClose }: Props) {
  const { t } = useTranslation("access");
  const { t: tTeams } = useTranslation("teams");
  const [update] = useChange(updateTeamMutation);
  const [setProjectRoles] = useChange(setProjectRolesMutation);
  const { teamIdsToAdd: _added, teamIdsToRemove: _removed, ...own } = change;
  const nameIn = (items: readonly { id: string; name: string }[] | null | undefined, id: string) =>
    items?.find((item) => item.id === id)?.name;
  const lines = changeLines(
    change,
    {
      role: (id) => nameIn(details?.roles, id) ?? id,
      team: (id) => id,
      user: (id) => {
        const person = [...team.assignedMembers, ...picked].find((candidate) => candidate.id === id);
        return person ? personName(person) : id;
      },
      project: (id) => nameIn(details?.projects, id) ?? nameIn(team.assignedProjects, id) ?? id,
    },
    t,
  );
  const rolesOnly = change.projectRolesUpdate.reduce(
    (sum, project) => sum + project.roleIdsToAdd.length + project.roleIdsToRemove.length,
    0,
  );
  const save = () =>
    rolesOnly === countChanges(change)
      ? setProjectRoles({ teamId: team.id, projectRolesUpdate: change.projectRolesUpdate })
      : update({ id: team.id, accountId, ...own });
  return (
    <ChangeReview
      accountId={accountId}
      name={team.name}
      lines={lines}
      change={{ teamId: team.id, ...own }}
      showsPerson
      onClose={onClose}
      onSave={async () => {
        await save();
        notify({ tone: "good", message: tTeams("saved", { count: lines.length, name: team.name }) });
        onSaved();
      }}
    />
  );
}
