import { LinkProvider } from "@parley/ui/link";
import { Notifications } from "@parley/ui/notifications";
import { UiTextsProvider } from "@parley/ui/texts";
import { ThemeProvider } from "@parley/ui/theme";
import { Suspense } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { Provider as DataProvider } from "urql";
import { config } from "../lib/config.ts";
import { client } from "../lib/graphql/client.ts";
import { paths } from "../shared/urls.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { HomeRedirect } from "./home-redirect.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { RouterLink } from "./router-link.tsx";
import { organizationRoutes } from "./routes.tsx";
import { SessionWatch } from "./session-watch.tsx";
import { SessionEndedNotice } from "./session-ended-notice.tsx";
import { SignOutFailedNotice } from "./sign-out-failed-notice.tsx";
import { Shell } from "./shell/shell.tsx";
import { UnreachedNotice } from "./unreached-notice.tsx";
import { useUiTexts } from "./ui-texts.ts";
import { ViewerGate } from "./viewer-gate.tsx";

export function App() {
  const texts = useUiTexts();
  return (
    <ThemeProvider styleNonce={config.nonce}>
      <UiTextsProvider value={texts}>
        <ErrorBoundary>
          <DataProvider value={client}>
            <BrowserRouter>
              <LinkProvider value={RouterLink}>
                <SessionEndedNotice />
                <SignOutFailedNotice />
                <UnreachedNotice />
                <ViewerGate>
                  <SessionWatch />
                  <Suspense>
                    <Routes>
                      <Route path={paths.home} element={<HomeRedirect />} />
                      <Route element={<Shell />}>
                        {organizationRoutes.map(({ path, page: { Component } }) => (
                          <Route key={path} path={path} element={<Component />} />
                        ))}
                        <Route path="/organization/:orgId/*" element={<NotFoundPage />} />
                        <Route path="*" element={<NotFoundPage />} />
                      </Route>
                    </Routes>
                  </Suspense>
                </ViewerGate>
                <Notifications />
              </LinkProvider>
            </BrowserRouter>
          </DataProvider>
        </ErrorBoundary>
      </UiTextsProvider>
    </ThemeProvider>
  );
}
