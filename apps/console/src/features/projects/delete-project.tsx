// Deleting a project lists what goes with it, offers a snapshot first, and wants the name typed.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { SnapshotOffer } from "./snapshot-offer.tsx";

const lossesQuery = graphql(`
  query GetProjectLosses($id: ID!) {
    projectLosses(id: $id) {
      kind
      count
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteProject($id: ID!, $confirmedName: String) {
    deleteProject(id: $id, confirmedName: $confirmedName)
  }
`);

type Props = { project: { id: string; accountId: string; name: string } };

export function DeleteProject({ project }: Props) {
  const { t } = useTranslation("projects");
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useData(lossesQuery, { id: project.id }, { isPaused: !isOpen });
  const [remove] = useChange(deleteMutation);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t("delete.action")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("delete.title", { name: project.name })}
        losses={(data?.projectLosses ?? []).map((loss) => ({ label: loss.kind, count: loss.count }))}
        typedName={project.name}
        confirmLabel={t("delete.action")}
        onConfirm={async () => {
          await remove({ id: project.id, confirmedName: project.name });
          notify({ tone: "good", message: t("delete.done", { name: project.name }) });
          await navigate(urlTo(paths.projects, { orgId: project.accountId }));
        }}
      >
        <SnapshotOffer />
      </ConfirmDialog>
    </>
  );
}
