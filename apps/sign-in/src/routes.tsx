// Every address of the sign-in front end.
import type { ReactNode } from "react";
import { ChallengeScreen } from "./flows/challenge-screen.tsx";
import { ErrorScreen } from "./flows/error-screen.tsx";
import { LoginScreen } from "./flows/login-screen.tsx";
import { RegistrationScreen } from "./flows/registration-screen.tsx";
import { Shell } from "./parts/shell.tsx";
import { SettingsScreen } from "./settings/settings-screen.tsx";

const ROUTES: Record<string, () => ReactNode> = {
  "/": () => <LoginScreen />,
  "/login": () => <LoginScreen />,
  "/registration": () => <RegistrationScreen />,
  "/recovery": () => <ChallengeScreen flowType="recovery" />,
  "/verification": () => <ChallengeScreen flowType="verification" />,
  "/settings": () => <SettingsScreen />,
  "/error": () => <ErrorScreen />,
};

export function Routes({ path }: { path: string }) {
  const route = ROUTES[path.length > 1 ? path.replace(/\/+$/, "") : path];
  return route === undefined ? <UnknownPage /> : route();
}

function UnknownPage() {
  return (
    <Shell title="There is no such page">
      <div className="stack">
        <p>The address may be mistyped or out of date.</p>
        <a className="button button-primary" href="/">
          Go to sign in
        </a>
      </div>
    </Shell>
  );
}
