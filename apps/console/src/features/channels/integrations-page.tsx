// The live-agent systems of a customer: where hand-offs go in Live and in Sandbox.
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentColour } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { Button, Skeleton } from "@mantine/core";
import { IconHeadset } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAgentSystemFragment } from "../../generated/operations.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { CustomerSections } from "../../shared/customer-sections.tsx";
import { useCustomer } from "../../shared/customer.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { colourName, environments, useCustomerPlace } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { integrationsQuery } from "./integration-documents.ts";
import { IntegrationForm } from "./integration-form.tsx";
import { IntegrationPanel } from "./integration-panel.tsx";
import { TokenOnce } from "./token-once.tsx";
import classes from "./channels.module.css";

export type System = LiveAgentSystemFragment;

export function IntegrationsPage() {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const customer = useCustomer();
  const { data, error, isLoading, reload } = useData(
    integrationsQuery,
    { customerId, projectId },
    { types: ["ExternalAgentIntegration"] },
  );
  const [systemId, setSystemId] = useUrlParam("system");
  const [creating, setCreating] = useState<Environment>();
  const [token, setToken] = useState<string>();
  useDocumentTitle(t("systems.title"), customer.name);
  const lists = data && {
    Live: data.getExternalAgentSchemas.live,
    Sandbox: data.getExternalAgentSchemas.sandbox,
  };
  const environmentOfOpen = environments.find((name) => lists?.[name].some(({ id }) => id === systemId));
  const system = environmentOfOpen && lists?.[environmentOfOpen].find(({ id }) => id === systemId);
  return (
    <>
      <PageHeader
        title={t("systems.title")}
        breadcrumb={customer.crumbs}
        state={lists && t("state", { sandbox: lists.Sandbox.length, live: lists.Live.length })}
        tabs={<CustomerSections />}
      />
      {error && <ErrorState error={error} onRetry={reload} isInline={lists !== undefined} />}
      {isLoading && <Skeleton height={160} radius={6} />}
      <div className={classes["columns"]}>
        {lists &&
          environments.map((environment) => (
            <section key={environment} className={classes["column"]} aria-label={environment}>
              <div className={classes["cardHead"]}>
                <EnvironmentBadge environment={colourName[environment]} />
                <Button
                  className={classes["sideMenu"]}
                  size="xs"
                  color={environmentColour[colourName[environment]]}
                  onClick={() => setCreating(environment)}
                >
                  {t("systems.connectIn", { environment })}
                </Button>
              </div>
              {lists[environment].length === 0 ? (
                <EmptyState
                  icon={<IconHeadset size={20} />}
                  title={t("systems.none", { environment })}
                  hint={t("systems.noneHint")}
                />
              ) : (
                <ul className={classes["rows"]}>
                  {lists[environment].map((each) => (
                    <li key={each.id} className={classes["row"]}>
                      <button
                        type="button"
                        className={classes["rowButton"]}
                        aria-expanded={each.id === systemId}
                        onClick={() => setSystemId(each.id)}
                      >
                        {each.integrationName}
                      </button>
                      <span className={classes["rowEnd"]}>{each.callbackURL}</span>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
      </div>
      {creating && (
        <IntegrationForm
          environment={creating}
          onClose={() => setCreating(undefined)}
          onSaved={({ id, token: made }) => {
            setToken(made);
            setSystemId(id);
          }}
        />
      )}
      {system && environmentOfOpen && (
        <IntegrationPanel
          key={system.id}
          environment={environmentOfOpen}
          system={system}
          onClose={() => setSystemId("")}
          onToken={setToken}
          onDeleted={reload}
        />
      )}
      <TokenOnce token={token} onClose={() => setToken(undefined)} />
    </>
  );
}
