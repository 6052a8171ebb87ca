import { Button, Modal } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Account } from "./account-query.ts";
import classes from "./organizations.module.css";

const deleteMutation = graphql(`
  mutation DeleteAccount($id: ID!) {
    deleteAccount(id: $id) {
      id
      name
    }
  }
`);

type Props = { account: Account; urlOf: (id: string) => string; onClose: () => void; onDeleted: () => void };

/** Says what stands in the way and links to it; otherwise what is lost, and wants the name typed. */
export function DeleteOrganizationDialog({ account, urlOf, onClose, onDeleted }: Props) {
  const { t } = useTranslation("organizations");
  const [remove] = useChange(deleteMutation);
  const { name, childAccounts, projects } = account;
  if (childAccounts.length + projects.length > 0)
    return (
      <Modal opened onClose={onClose} title={t("delete.blocked", { name })} centered>
        <p>{t("delete.blockedHint")}</p>
        <ul className={classes["children"]}>
          {childAccounts.map((child) => (
            <li key={child.id}>
              <Link className={classes["name"]} href={urlOf(child.id)} onClick={onClose}>
                {child.name}
              </Link>
              <span className={classes["muted"]}>{t("delete.organization")}</span>
            </li>
          ))}
          {projects.map((project) => (
            <li key={project.id}>
              <Link
                className={classes["name"]}
                href={urlTo(paths.project, { orgId: account.id, projectId: project.id })}
              >
                {project.name}
              </Link>
              <span className={classes["muted"]}>{t("delete.project")}</span>
            </li>
          ))}
        </ul>
        <div className={classes["actions"]}>
          <Button onClick={onClose}>{t("close")}</Button>
        </div>
      </Modal>
    );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("delete.title", { name })}
      typedName={name}
      losses={[
        { label: t("delete.seats"), count: account.userCount },
        { label: t("delete.teams"), count: account.teams?.length ?? 0 },
      ]}
      confirmLabel={t("delete.confirm")}
      onConfirm={async () => {
        await remove({ id: account.id });
        notify({ tone: "good", message: t("delete.done", { name }) });
        onDeleted();
      }}
    >
      {t("delete.hint")}
    </ConfirmDialog>
  );
}
