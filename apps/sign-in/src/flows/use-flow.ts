// One flow on one page: load or create it, send forms, let decideOutcome() say what an answer means.
import type { Flow, FlowAnswer, FlowBody, FlowType } from "@parley/identity-client";
import { useCallback, useEffect, useRef, useState } from "react";
import { applyOutcome, browserEffects } from "../outcome/apply-outcome.ts";
import type { OutcomeContext } from "../outcome/decide-outcome.ts";
import { checkedReturnTo, decideOutcome, needsSessionCheck } from "../outcome/decide-outcome.ts";
import type { Problem } from "../outcome/problem.ts";
import { forgetTurns, recentTurns } from "../outcome/turns.ts";
import type { Page } from "../page.ts";
import { usePage } from "../page.ts";
import type { SignOn } from "./form-body.ts";
import { signOnOf } from "./form-body.ts";

export type FlowHandle = {
  flowType: FlowType;
  flow: Flow | undefined;
  problem: Problem | undefined;
  /** Nothing can be sent now: an answer is on its way, or the provider asked to wait. */
  isBusy: boolean;
  isHeld: boolean;
  /** No longer waits: the next try is about another address. */
  release: () => void;
  /** The next try is of another kind: what was wrong with the last one says nothing about it. */
  forgetErrors: () => void;
  /** Undefined until known; where "back" leads. */
  homeUrl: string | undefined;
  submit: (body: FlowBody, signOn?: SignOn) => Promise<FlowAnswer>;
  retry: () => void;
};

const RECOVERED = 1060001;

export function useFlow(flowType: FlowType): FlowHandle {
  const page = usePage();
  const [flow, setFlow] = useState<Flow>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setIsBusy] = useState(true);
  const [homeUrl, setHomeUrl] = useState<string>();
  const isAfterRecovery = useRef(false);
  const isHeld = useHold(problem);

  const handle = useCallback(
    async (answer: FlowAnswer, trigger: "load" | "submit", current: Flow | undefined, signOn?: SignOn) => {
      const latest = answer.kind === "flow" ? answer.flow : current;
      if (latest !== undefined) rememberFlow(latest);
      if (hasMessage(latest, RECOVERED)) isAfterRecovery.current = true;
      const context: OutcomeContext = {
        ...(await readContext(page, flowType, latest)),
        trigger,
        signOn,
        isAfterRecovery: isAfterRecovery.current,
        hasSession: needsSessionCheck(answer, flowType) ? await hasSession(page) : undefined,
      };
      setHomeUrl(checkedReturnTo(context) ?? context.managerHost);
      const shown = await applyOutcome(decideOutcome(answer, context), {
        ...page,
        ...browserEffects,
        localStorage,
        sessionStorage,
      });
      if (shown.kind === "leaving") return;
      if (shown.kind === "flow") setFlow(shown.flow);
      setProblem(shown.kind === "problem" ? shown.problem : undefined);
      setIsBusy(false);
    },
    [page, flowType],
  );

  const load = useCallback(
    async () => handle(await loadFlow(page, flowType), "load", undefined),
    [page, flowType, handle],
  );

  useEffect(() => void load(), [load]);

  const retry = () => {
    setIsBusy(true);
    setProblem(undefined);
    void load();
  };

  const submit = async (body: FlowBody, signOn = signOnOf(body)): Promise<FlowAnswer> => {
    if (flow === undefined) throw new Error("There is no flow to send yet.");
    forgetTurns(sessionStorage);
    setIsBusy(true);
    setProblem(undefined);
    const answer = await page.identity.submitFlow(flowType, flow.id, body);
    await handle(answer, "submit", flow, signOn);
    return answer;
  };

  const forgetErrors = () => setFlow((current) => current && withoutErrors(current));
  const release = () => {
    setProblem(undefined);
    forgetErrors();
  };
  return {
    flowType,
    flow,
    problem,
    isBusy: isBusy || isHeld,
    isHeld,
    homeUrl,
    submit,
    retry,
    release,
    forgetErrors,
  };
}

function withoutErrors(flow: Flow): Flow {
  const messages = (flow.ui.messages ?? []).filter(({ type }) => type !== "error");
  return { ...flow, ui: { ...flow.ui, messages } };
}

/** True for as long as the provider asked to wait. */
function useHold(problem: Problem | undefined): boolean {
  const [isOver, setIsOver] = useState<Problem>();
  const isWaiting = problem?.nextStep === "wait" && isOver !== problem;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsOver(problem), (problem.retryAfterSeconds ?? 30) * 1_000);
    return () => clearTimeout(timer);
  }, [isWaiting, problem]);
  return isWaiting;
}

async function loadFlow(
  { identity, query, managerHost, configuration }: Page,
  flowType: FlowType,
): Promise<FlowAnswer> {
  const id = new URLSearchParams(window.location.search).get("flow");
  if (id !== null && id !== "") return identity.getFlow(flowType, id);
  const returnTo = checkedReturnTo({
    returnTo: query.get("return_to") ?? undefined,
    currentUrl: window.location.href,
    providerUrl: configuration.providerUrl,
    managerHost: await managerHost,
  });
  if (flowType !== "login") return identity.createFlow(flowType, { returnTo });
  return identity.createFlow("login", {
    returnTo,
    aal: readAal(query),
    refresh: query.get("refresh") === "true",
  });
}

async function readContext(page: Page, flowType: FlowType, flow: Flow | undefined) {
  const { query, configuration, linking, managerHost } = page;
  return {
    flowType,
    currentUrl: window.location.href,
    providerUrl: configuration.providerUrl,
    managerHost: await managerHost,
    returnTo: query.get("return_to") ?? flow?.return_to,
    aal: readAal(query),
    refresh: query.get("refresh") === "true",
    emailId: query.get("emailId") ?? undefined,
    linking,
    recentTurns: recentTurns(sessionStorage),
  };
}

/** A reload, a second factor or a way through another provider then comes back to the same flow. */
function rememberFlow(flow: Flow): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get("flow") === flow.id) return;
  url.searchParams.set("flow", flow.id);
  window.history.replaceState(null, "", url);
}

async function hasSession({ identity }: Page): Promise<boolean | undefined> {
  const answer = await identity.whoami();
  if (answer.kind === "ok") return true;
  return answer.kind === "error" && answer.status === 401 ? false : undefined;
}

function readAal(query: URLSearchParams): "aal2" | undefined {
  return query.get("aal") === "aal2" ? "aal2" : undefined;
}

function hasMessage(flow: Flow | undefined, id: number): boolean {
  return flow?.ui.messages?.some((message) => message.id === id) === true;
}
