// Loads who is signed in and what they can see before any page is drawn.
import { ErrorState } from "@parley/ui/error-state";
import { TimeZoneProvider } from "@parley/ui/relative-time";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";
import { ViewerProvider } from "../shared/viewer.tsx";
import { ShellSkeleton } from "./shell/shell-skeleton.tsx";
import classes from "./page-states.module.css";

const viewerQuery = graphql(`
  query GetUserInfoLimited {
    currentUser {
      id
      userName
      firstName
      lastName
      picture
      settings
      requiredConsentStatus
      defaultAccount {
        id
      }
    }
  }
`);

const organizationsQuery = graphql(`
  query GetOrganizationTree {
    accounts {
      count
      rows {
        id
        name
        parentId
      }
    }
  }
`);

export function ViewerGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const viewer = useData(viewerQuery, {});
  const tree = useData(organizationsQuery, {}, { types: ["Account"] });
  const user = viewer.data?.currentUser;
  const organizations = tree.data?.accounts.rows;
  const value = useMemo(
    () =>
      user && organizations
        ? {
            viewer: {
              ...user,
              defaultOrganizationId: user.defaultAccount?.id,
              isAskedForTerms: user.requiredConsentStatus === "PENDING",
            },
            organizations,
          }
        : undefined,
    [user, organizations],
  );
  if (value)
    return (
      <ViewerProvider value={value}>
        <TimeZoneProvider value={timeZoneIn(user?.settings)}>{children}</TimeZoneProvider>
      </ViewerProvider>
    );
  const error = viewer.error ?? tree.error;
  if (!error) return <ShellSkeleton />;
  return (
    <main className={classes["centre"]}>
      <ErrorState
        title={t("cannotLoad")}
        error={error}
        onRetry={() => {
          viewer.reload();
          tree.reload();
        }}
      />
    </main>
  );
}

/** What the person chose under My account; the browser's where they chose nothing. */
function timeZoneIn(settings: unknown): string | undefined {
  if (typeof settings !== "object" || settings === null || !("timeZone" in settings)) return undefined;
  return typeof settings.timeZone === "string" ? settings.timeZone : undefined;
}
