// One package: how it is shown, its versions with their schemas, and where it is used.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { deletePackageMutation, deleteVersionMutation, packageQuery } from "./package-documents.ts";
import { PackageShown } from "./package-shown.tsx";
import { PackageUses } from "./package-uses.tsx";
import { VersionView } from "./version-view.tsx";
import { VersionsList } from "./versions-list.tsx";
import classes from "./packages.module.css";

const PublishPackage = lazy(() =>
  import("./publish-package.tsx").then((module) => ({ default: module.PublishPackage })),
);

export function PackagePage() {
  const { t } = useTranslation("packages");
  const navigate = useNavigate();
  const { packageId = "" } = useParams();
  const organization = useOrganization();
  const { data, error, reload } = useData(packageQuery, { id: packageId }, { types: ["Package"] });
  const [shownVersion, setShownVersion] = useUrlParam("version");
  const [open, setOpen] = useState<"publish" | "delete">();
  const [leaving, setLeaving] = useState<{ id: string; version: string }>();
  const [remove] = useChange(deletePackageMutation);
  const [removeVersion] = useChange(deleteVersionMutation);
  const found = data?.packageById;
  useDocumentTitle(found?.displayName ?? t("title"), organization.name);
  if (error && !found) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const listUrl = urlTo(paths.packages, { orgId: organization.id });
  const shown = found?.versions.find((it) => it.id === shownVersion) ?? found?.versions[0];
  const isOwn = found?.isBuiltIn === false;
  const usage = data?.packageUsage;
  const useCount = usage ? usage.uses.length + usage.hiddenCount : 0;
  return (
    <>
      <PageHeader
        title={found?.displayName ?? "…"}
        breadcrumb={[
          { label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) },
          { label: t("title"), href: listUrl },
        ]}
        state={
          found &&
          t("details.state", {
            name: found.pkgName,
            types: found.packageTypes.map((it) => t(`type.${it}`)).join(", "),
            count: found.versions.length,
          })
        }
        actions={
          isOwn && (
            <Group gap={8}>
              <Button variant="default" onClick={() => setOpen("delete")}>
                {t("delete.action")}
              </Button>
              <Button onClick={() => setOpen("publish")}>{t("publish.version")}</Button>
            </Group>
          )
        }
      />
      {found && usage && (
        <div className={classes["columns"]}>
          <div className={classes["section"]}>
            <PackageShown key={found.id} found={found} isOwn={isOwn} />
            {shown && <VersionView key={shown.id} version={shown} />}
          </div>
          <div className={classes["section"]}>
            <VersionsList
              versions={found.versions}
              shownId={shown?.id}
              onShow={setShownVersion}
              onDelete={isOwn ? setLeaving : undefined}
            />
            <PackageUses usage={usage} />
          </div>
        </div>
      )}
      {open === "publish" && found && (
        <Suspense fallback={null}>
          <PublishPackage
            accountId={found.accountId ?? organization.id}
            of={{ ...found, latestVersion: found.versions[0] }}
            onClose={() => setOpen(undefined)}
            onPublished={reload}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={() => setOpen(undefined)}
        title={t("delete.title", { name: found?.displayName })}
        losses={[
          {
            label: t("delete.versions", { count: found?.versions.length ?? 0 }),
            count: found?.versions.length ?? 0,
          },
        ]}
        confirmLabel={t("delete.action")}
        onConfirm={async () => {
          await remove({ id: packageId });
          notify({ tone: "good", message: t("delete.done", { name: found?.displayName }) });
          await navigate(listUrl);
        }}
      >
        <p>{useCount > 0 ? t("delete.used", { count: useCount }) : t("delete.unused")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t("deleteVersion.title", { version: leaving?.version })}
        confirmLabel={t("deleteVersion.action", { version: leaving?.version })}
        onConfirm={async () => {
          await removeVersion({ id: leaving?.id ?? "" });
          reload();
        }}
      >
        <p>{t("deleteVersion.hint")}</p>
      </ConfirmDialog>
    </>
  );
}
