// Recovery and verification: an address, then the code that was sent to it.
import type { Flow, FlowType } from "@parley/identity-client";
import { allowedUrl } from "../outcome/allowed-url.ts";
import { allowedOrigins } from "../outcome/decide-outcome.ts";
import { screenUrl, usePage } from "../page.ts";
import { FlowForm } from "./flow-form.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { isField, labelOf, stringValue } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";
import { useFlow } from "./use-flow.ts";

const WORDS = {
  recovery: {
    title: "Recover your account",
    choose: "Enter your e-mail address. We send you a code that lets you choose a new password.",
  },
  verification: {
    title: "Confirm your e-mail address",
    choose: "Enter your e-mail address. We send you a code to confirm that it is yours.",
  },
} as const;

export function ChallengeScreen({ flowType }: { flowType: Extract<FlowType, "recovery" | "verification"> }) {
  const page = usePage();
  const handle = useFlow(flowType);
  const words = WORDS[flowType];
  const intro = handle.flow?.state === "choose_method" ? words.choose : undefined;
  return (
    <FlowFrame
      handle={handle}
      title={words.title}
      intro={intro}
      footer={<a href={screenUrl(page, "/")}>Back to sign in</a>}
    >
      {(flow) =>
        flow.state === "passed_challenge" ? (
          <Continue flow={flow} handle={handle} />
        ) : (
          <FlowForm
            key={flow.state}
            flow={flow}
            handle={handle}
            nodes={withAddress(flow, page.query.get("emailId"))}
            autoFocus
          />
        )
      }
    </FlowFrame>
  );
}

function Continue({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const { configuration } = usePage();
  const anchor = flow.ui.nodes.find((node) => node.type === "a");
  const origins = allowedOrigins({
    currentUrl: window.location.href,
    providerUrl: configuration.providerUrl,
    managerHost: handle.homeUrl ?? configuration.managerUrl,
  });
  const target = allowedUrl(anchor?.attributes.href, origins) ?? handle.homeUrl ?? configuration.managerUrl;
  return (
    <a className="button button-primary" href={target}>
      {anchor === undefined ? "Continue" : labelOf(anchor) || "Continue"}
    </a>
  );
}

function withAddress(flow: Flow, emailId: string | null) {
  return flow.ui.nodes.map((node) =>
    emailId !== null && isField(node) && node.attributes.type === "email" && stringValue(node) === ""
      ? { ...node, attributes: { ...node.attributes, value: emailId } }
      : node,
  );
}
