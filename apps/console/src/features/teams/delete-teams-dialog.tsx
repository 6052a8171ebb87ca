// Deleting teams: who loses what by it, after all other paths are counted.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { AccessPreview, useAccessPreview } from "../../shared/access/access-preview.tsx";

const deleteMutation = graphql(`
  mutation DeleteTeams($teamIds: [ID!]!) {
    deleteTeams(teamIds: $teamIds) {
      succeeded
    }
  }
`);

type DeletedTeam = { id: string; name: string; memberCount: number; projectCount: number };
type Props = {
  accountId: string;
  teams: readonly DeletedTeam[];
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteTeamsDialog({ accountId, teams, onClose, onDeleted }: Props) {
  const { t } = useTranslation("teams");
  const [remove] = useChange(deleteMutation);
  const preview = useAccessPreview(accountId, { deletedTeamIds: teams.map((team) => team.id) });
  const names = teams.map((team) => team.name).join(", ");
  const sum = (count: (team: DeletedTeam) => number) => teams.reduce((total, team) => total + count(team), 0);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("delete.title", { count: teams.length, name: names })}
      losses={[
        { label: t("delete.members"), count: sum((team) => team.memberCount) },
        { label: t("delete.projects"), count: sum((team) => team.projectCount) },
      ]}
      confirmLabel={t("delete.confirm", { count: teams.length })}
      onConfirm={async () => {
        await remove({ teamIds: teams.map((team) => team.id) });
        notify({ tone: "good", message: t("delete.done", { count: teams.length, name: names }) });
        onDeleted();
      }}
    >
      <AccessPreview {...preview} showsPerson />
    </ConfirmDialog>
  );
}
