// How a person signs in: one card per method, all over the same settings flow.
import type { Flow, NodeGroup } from "@parley/identity-client";
import { FlowForm } from "../flows/flow-form.tsx";
import { FlowFrame } from "../flows/flow-frame.tsx";
import { hasGroup, isField, nodesOf, withLabel } from "../flows/nodes.ts";
import type { FlowHandle } from "../flows/use-flow.ts";
import { useFlow } from "../flows/use-flow.ts";
import { isLinking } from "../linking-details.ts";
import { usePage } from "../page.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { SignOutButton } from "../parts/sign-out-button.tsx";
import { Card } from "./card.tsx";
import { ConnectedLogins } from "./connected-logins.tsx";
import { LinkingScreen } from "./linking-screen.tsx";
import { TotpCard } from "./totp-card.tsx";

const RECOVERED = 1060001;
const PASSWORD_ADVICE =
  "Use at least 8 characters. A few unrelated words are both strong and easy to remember. Your other devices are signed out.";

export function SettingsScreen() {
  const { linking } = usePage();
  const handle = useFlow("settings");
  if (isLinking(linking)) return <LinkingScreen handle={handle} />;
  const isRecovered = handle.flow?.ui.messages?.some(({ id }) => id === RECOVERED) === true;
  return (
    <FlowFrame
      handle={handle}
      width="wide"
      title={isRecovered ? "Choose a new password" : "How you sign in"}
      intro={signedInAs(handle.flow)}
      footer={
        <>
          {handle.homeUrl !== undefined && <a href={handle.homeUrl}>Back to Parley</a>}
          <SignOutButton label="Sign out" />
        </>
      }
    >
      {(flow) =>
        isRecovered && hasGroup(flow, "password") ? (
          <PasswordCard flow={flow} handle={handle} />
        ) : (
          <Cards flow={flow} handle={handle} />
        )
      }
    </FlowFrame>
  );
}

function Cards({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const has = (group: NodeGroup) => hasGroup(flow, group);
  return (
    <>
      {has("profile") && (
        <Card title="Your details" about="Your name and address as your organisation sees them.">
          <FlowForm flow={flow} handle={handle} nodes={nodesOf(flow, "profile")} />
        </Card>
      )}
      {has("password") && <PasswordCard flow={flow} handle={handle} />}
      {has("totp") && <TotpCard flow={flow} handle={handle} />}
      {has("lookup_secret") && <BackupCodes flow={flow} handle={handle} />}
      {(has("oidc") || has("saml")) && <ConnectedLogins flow={flow} handle={handle} />}
    </>
  );
}

function PasswordCard({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const email = emailOf(flow);
  const nodes = nodesOf(flow, "password").map((node) =>
    isField(node) ? withLabel(node, "New password") : node,
  );
  return (
    <Card title="Password" about={PASSWORD_ADVICE}>
      {/* Password managers need to know which account the new password belongs to. */}
      <FlowForm
        flow={flow}
        handle={handle}
        nodes={nodes}
        lead={email !== undefined && <Account email={email} />}
      />
    </Card>
  );
}

function Account({ email }: { email: string }) {
  return (
    <input
      className="unseen"
      type="text"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

function signedInAs(flow: Flow | undefined) {
  const email = emailOf(flow);
  return email === undefined ? undefined : `Signed in as ${email}`;
}

function emailOf(flow: Flow | undefined): string | undefined {
  const email = flow?.identity?.traits["email"];
  return typeof email === "string" ? email : undefined;
}
