// The frame around every page: rail, page, palette, shortcuts.
import { writeStored } from "@parley/ui/stored";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useParams } from "react-router";
import { useOrganizations } from "../../shared/viewer.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { lastOrganizationKey } from "../last-organization.ts";
import { withStyles } from "../lazy-page.tsx";
import { NoAccessPage } from "../no-access-page.tsx";
import { useGoToCommands } from "./go-to-commands.ts";
import { PageLoading } from "./page-loading.tsx";
import { Palette, usePaletteWhenIdle } from "./palette.tsx";
import { Rail } from "./rail.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { TopBar } from "./top-bar.tsx";
import classes from "./shell.module.css";

const ShortcutSheet = lazy(() =>
  withStyles(() => import("./shortcut-sheet.tsx")).then((module) => ({ default: module.ShortcutSheet })),
);

export function Shell() {
  const { t } = useTranslation();
  const { orgId } = useParams();
  const { pathname } = useLocation();
  const organizations = useOrganizations();
  const [overlay, setOverlay] = useState<"palette" | "shortcuts">();
  // Open for the address it was opened at: going somewhere closes it.
  const [railOpenAt, setRailOpenAt] = useState<string>();
  const isRailOpen = railOpenAt === pathname;
  const organization = organizations.find((candidate) => candidate.id === orgId);

  useShortcuts({
    openPalette: () => setOverlay("palette"),
    openShortcuts: () => setOverlay("shortcuts"),
    isPaused: overlay !== undefined,
  });
  useGoToCommands(organization);
  usePaletteWhenIdle();
  useEffect(() => {
    if (organization) writeStored(lastOrganizationKey, organization.id);
  }, [organization]);

  return (
    <div className={classes["shell"]} data-rail-open={isRailOpen || undefined}>
      <a className={classes["skip"]} href="#page">
        {t("skipToPage")}
      </a>
      <TopBar
        isRailOpen={isRailOpen}
        onToggleRail={() => setRailOpenAt(isRailOpen ? undefined : pathname)}
        onOpenPalette={() => setOverlay("palette")}
      />
      <Rail
        organization={organization}
        onOpenPalette={() => setOverlay("palette")}
        onOpenShortcuts={() => setOverlay("shortcuts")}
      />
      {isRailOpen && (
        <div className={classes["scrim"]} aria-hidden onClick={() => setRailOpenAt(undefined)} />
      )}
      <main id="page" className={classes["page"]} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageLoading />}>
            {orgId !== undefined && !organization ? <NoAccessPage /> : <Outlet />}
          </Suspense>
        </ErrorBoundary>
      </main>
      {overlay === "palette" && <Palette onClose={() => setOverlay(undefined)} />}
      <Suspense>
        {overlay === "shortcuts" && <ShortcutSheet onClose={() => setOverlay(undefined)} />}
      </Suspense>
    </div>
  );
}
