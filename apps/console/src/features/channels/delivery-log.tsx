// What was sent to a live-agent system: newest first, each one can be sent again.
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { graphql, type ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useLookAgain } from "../../lib/graphql/use-look-again.ts";
import { useCustomerPlace } from "./environment.ts";
import classes from "./channels.module.css";

const deliveriesQuery = graphql(`
  query GetExternalAgentDeliveries($projectId: ID!, $externalAgentId: ID!) {
    externalAgentDeliveries(projectId: $projectId, externalAgentId: $externalAgentId) {
      id
      conversationId
      kind
      status
      attempts
      responseStatus
      responseBody
      error
      ms
      createdAt
      deliveredAt
    }
  }
`);

const simulateMutation = graphql(`
  mutation SimulateHandOff($projectId: ID!, $externalAgentId: ID!) {
    simulateHandOff(projectId: $projectId, externalAgentId: $externalAgentId) {
      id
      status
    }
  }
`);

const resendMutation = graphql(`
  mutation ResendDelivery($projectId: ID!, $id: ID!) {
    resendDelivery(projectId: $projectId, id: $id) {
      id
      status
    }
  }
`);

const tones = { QUEUED: "busy", DELIVERED: "good", FAILED: "bad" } as const;
const toneOf = (status: string) => (status in tones ? tones[status as keyof typeof tones] : "neutral");

type Delivery = ResultOf<typeof deliveriesQuery>["externalAgentDeliveries"][number];
const longestAnswer = 300;

/** Given up, or tried in vain and about to be tried again. */
const isUndelivered = ({ status, attempts }: Delivery) =>
  status === "FAILED" || (status === "QUEUED" && attempts > 0);

function noteOf(t: TFunction<"channels">, { status, attempts, responseStatus, error, ms }: Delivery): string {
  // A status says it all; without one, the reason does.
  const reason = responseStatus === null ? error : t("log.answered", { status: responseStatus });
  return [
    t("log.attempts", { count: attempts }),
    reason,
    ms !== null && t("log.ms", { ms }),
    status === "QUEUED" && attempts > 0 && t("log.again"),
  ]
    .filter(Boolean)
    .join(" · ");
}

export function DeliveryLog({ systemId }: { systemId: string }) {
  const { t } = useTranslation("channels");
  const { projectId } = useCustomerPlace();
  const reading = useData(
    deliveriesQuery,
    { projectId, externalAgentId: systemId },
    { types: ["ExternalAgentDelivery"] },
  );
  const { data, error, reload } = reading;
  const [simulate, simulating] = useChange(simulateMutation);
  const [resend, resending] = useChange(resendMutation);
  const deliveries = data?.externalAgentDeliveries ?? [];
  const isWaiting = deliveries.some(({ status }) => status === "QUEUED");
  useLookAgain(reading, isWaiting, 2_000);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <section aria-label={t("log.title")}>
      <div className={classes["cardHead"]}>
        <div className={classes["grow"]}>
          <h3 className={classes["heading"]}>{t("log.title")}</h3>
          <p className={classes["muted"]}>{t("log.hint")}</p>
        </div>
        <Button
          size="xs"
          loading={simulating.isBusy}
          onClick={() => void attempt(() => simulate({ projectId, externalAgentId: systemId }))}
        >
          {t("log.simulate")}
        </Button>
      </div>
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {data && deliveries.length === 0 && <p className={classes["muted"]}>{t("log.none")}</p>}
      {deliveries.length > 0 && (
        <ul className={classes["rows"]}>
          {deliveries.map((delivery) => (
            <li key={delivery.id} className={classes["row"]}>
              <StatusBadge tone={toneOf(delivery.status)} label={t(`log.${delivery.status}`)} />
              <span>{t(`log.kind.${delivery.kind}`, { defaultValue: delivery.kind })}</span>
              <span className={classes["rowEnd"]}>
                <RelativeTime at={delivery.createdAt} />
              </span>
              {isUndelivered(delivery) && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={resending.isBusy}
                  onClick={() => void attempt(() => resend({ projectId, id: delivery.id }))}
                >
                  {t(delivery.status === "FAILED" ? "log.resend" : "log.sendNow")}
                </Button>
              )}
              <p className={classes["rowNote"]}>{noteOf(t, delivery)}</p>
              {isUndelivered(delivery) && delivery.responseBody && (
                <p className={classes["rowNote"]}>
                  {t("log.said")} <code>{delivery.responseBody.slice(0, longestAnswer)}</code>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
