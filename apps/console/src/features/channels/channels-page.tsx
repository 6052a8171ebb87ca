// The channels of a customer: Sandbox and Live side by side, and the ways from one to the other.
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentColour } from "@parley/ui/environment-badge";
import { EnvironmentBand } from "@parley/ui/environment-band";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { Button, Group, Skeleton } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate } from "react-router";
import { CustomerSections } from "../../shared/customer-sections.tsx";
import { useCustomer } from "../../shared/customer.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { putChannel } from "./channel-documents.ts";
import { ChannelForm } from "./channel-form.tsx";
import type { SideAction } from "./channel-side.tsx";
import { ComparePanel } from "./compare-panel.tsx";
import { pairsOf } from "./compare.ts";
import type { Channel, Pair, Words } from "./compare.ts";
import { DeleteChannel } from "./delete-channel.tsx";
import { colourName, otherEnvironment, useCustomerPlace, useEnvironment, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";
import { PairRow } from "./pair-row.tsx";
import { PromoteAll } from "./promote-all.tsx";
import { useChannels, useWords } from "./use-channels.ts";
import classes from "./channels.module.css";

export function ChannelsPage() {
  const environment = useEnvironment();
  const place = useCustomerPlace();
  if (!environment)
    return <Navigate to={urlTo(paths.channels, { ...place, environment: "sandbox" })} replace />;
  return <Channels environment={environment} />;
}

type Open =
  | { what: "create" }
  | { what: "edit" | "delete"; environment: Environment; channel: Channel }
  | { what: "carry"; to: Environment; name: string }
  | { what: "carry-all" };

function Channels({ environment }: { environment: Environment }) {
  const { t } = useTranslation("channels");
  const place = useCustomerPlace();
  const customer = useCustomer();
  const navigate = useNavigate();
  const words = useWords(customer.bots);
  const { lists, sideOf, error, isLoading, reload } = useChannels();
  const pairs = useMemo(() => (lists ? pairsOf(lists.Sandbox, lists.Live) : []), [lists]);
  const [open, setOpen] = useState<Open>();
  const put = useTwins(putChannel);
  const [ask, dialog] = useLiveStep();
  const close = () => setOpen(undefined);
  useDocumentTitle(t("title"), customer.name);

  const pause = async (where: Environment, channel: Channel) => {
    const status = channel.status === "ACTIVE" ? "PAUSED" : "ACTIVE";
    const isMeant = await ask({
      environment: where,
      title: t(`set.${status}`, { name: channel.name }),
      label: t(`set.${status}Action`),
      hint: t(`set.${status}Hint`),
    });
    if (!isMeant) return;
    const { customerId, projectId } = place;
    const pypeInput = { status, version: channel.version } as const;
    try {
      await put[where]({ customerId, projectId, id: channel.id, pypeInput });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const act = (action: SideAction, where: Environment, channel: Channel) => {
    if (action === "pause") void pause(where, channel);
    else setOpen({ what: action, environment: where, channel });
  };
  const carried = open?.what === "carry" ? pairs.find((pair) => pair.name === open.name) : undefined;
  const other = otherEnvironment[environment];
  return (
    <>
      <EnvironmentBand environment={colourName[environment]}>
        <Link
          className={classes["bandLink"] ?? ""}
          href={urlTo(paths.channels, { ...place, environment: colourName[other] })}
        >
          {t("workIn", { environment: other })}
        </Link>
      </EnvironmentBand>
      <PageHeader
        title={t("title")}
        breadcrumb={customer.crumbs}
        state={lists && t("state", { sandbox: lists.Sandbox.length, live: lists.Live.length })}
        actions={
          <Group gap="xs">
            {(lists?.Sandbox.length ?? 0) > 0 && (
              <Button variant="default" onClick={() => setOpen({ what: "carry-all" })}>
                {t("promoteAll")}
              </Button>
            )}
            <Button
              color={environmentColour[colourName[environment]]}
              onClick={() => setOpen({ what: "create" })}
            >
              {t("createIn", { environment })}
            </Button>
          </Group>
        }
        tabs={<CustomerSections />}
      />
      {error && <ErrorState error={error} onRetry={reload} isInline={pairs.length > 0} />}
      {isLoading && <Skeleton height={180} radius={6} />}
      {lists && pairs.length === 0 && (
        <EmptyState
          icon={<IconMessages size={20} />}
          title={t("empty.title")}
          hint={t("empty.hint")}
          action={{ label: t("createIn", { environment }), onClick: () => setOpen({ what: "create" }) }}
        />
      )}
      {pairs.length > 0 && (
        <>
          <div className={classes["columnHeads"]} aria-hidden>
            <EnvironmentBadge environment="sandbox" />
            <EnvironmentBadge environment="live" />
          </div>
          <ul className={classes["pairs"]}>
            {pairs.map((pair) => (
              <PairRow
                key={pair.name}
                pair={pair}
                words={words}
                sideOf={sideOf}
                onAction={act}
                onCarry={(to) => setOpen({ what: "carry", to, name: pair.name })}
              />
            ))}
          </ul>
        </>
      )}
      {open?.what === "create" && (
        <ChannelForm
          environment={environment}
          onClose={close}
          onSaved={(channelId) =>
            void navigate(urlTo(paths.channel, { ...place, environment: colourName[environment], channelId }))
          }
        />
      )}
      {open?.what === "edit" && (
        <ChannelForm
          environment={open.environment}
          channel={open.channel}
          twin={twinIn(pairs, open.environment, open.channel)}
          onClose={close}
          onSaved={reload}
        />
      )}
      {open?.what === "delete" && (
        <DeleteChannel
          environment={open.environment}
          channel={open.channel}
          onClose={close}
          onDeleted={reload}
        />
      )}
      {open?.what === "carry" && carried && (
        <CarryPair
          words={words}
          pair={carried}
          to={open.to}
          sideOf={sideOf}
          onClose={close}
          onCarried={reload}
        />
      )}
      {open?.what === "carry-all" && (
        <PromoteAll words={words} pairs={pairs} sideOf={sideOf} onClose={close} onCarried={reload} />
      )}
      {dialog}
    </>
  );
}

function twinIn(pairs: readonly Pair[], environment: Environment, channel: Channel): Channel | undefined {
  const pair = pairs.find(({ live, sandbox }) => [live?.id, sandbox?.id].includes(channel.id));
  return environment === "Live" ? pair?.sandbox : pair?.live;
}

type CarryProps = {
  words: Words;
  pair: Pair;
  to: Environment;
  sideOf: ReturnType<typeof useChannels>["sideOf"];
  onClose: () => void;
  onCarried: () => void;
};

function CarryPair({ words, pair, to, sideOf, onClose, onCarried }: CarryProps) {
  const [source, target] = to === "Live" ? [pair.sandbox, pair.live] : [pair.live, pair.sandbox];
  if (!source) return null;
  return (
    <ComparePanel
      words={words}
      to={to}
      source={sideOf(source)}
      target={target && sideOf(target)}
      onClose={onClose}
      onCarried={onCarried}
    />
  );
}
