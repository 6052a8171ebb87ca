import { IconSelector } from "@tabler/icons-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import type { Organization } from "../../shared/viewer.tsx";
import { Logo } from "./logo.tsx";
import { DropPanel } from "@parley/ui/drop-panel";
import { Monogram } from "../../shared/monogram.tsx";
import classes from "./switcher.module.css";

const OrganizationTree = lazy(() =>
  import("./organization-tree.tsx").then((module) => ({ default: module.OrganizationTree })),
);

export function OrganizationSwitcher({ organization }: { organization: Organization | undefined }) {
  const { t } = useTranslation();
  return (
    <DropPanel
      label={t("shell.organizations")}
      prefix={t("shell.switchOrganization")}
      className={classes["switcher"]}
      button={
        <>
          {organization ? <Monogram name={organization.name} /> : <Logo />}
          <span className={classes["name"]}>{organization?.name}</span>
          <IconSelector size={15} aria-hidden />
        </>
      }
    >
      {(close) => <OrganizationTree currentId={organization?.id} onChosen={close} />}
    </DropPanel>
  );
}
