// Paste any address: which environment owns it, what would run there, what would not and why.
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { ConditionOutcome } from "./condition/explanation.tsx";
import classes from "./applets.module.css";

const resolveQuery = graphql(`
  query ResolveUrl($url: String!) {
    resolveUrl(url: $url) {
      normalUrl
      message
      project {
        id
        accountId
        name
      }
      projectEnvironmentConfig {
        id
        status
        environment {
          id
          name
        }
      }
      applets {
        wouldRun
        reasons
        condition
        appletInstance {
          id
          name
          status
        }
        triggers {
          name
          matches
          reason
        }
      }
      intersections {
        url
        message
      }
    }
  }
`);

export function ResolverTab({ firstUrl }: { firstUrl: string }) {
  const { t } = useTranslation("applets");
  const [asked, setAsked] = useUrlParam("url");
  const [url, setUrl] = useState(asked || firstUrl);
  const { data, error } = useData(resolveQuery, { url: asked }, { isPaused: asked === "" });
  const found = data?.resolveUrl;
  return (
    <section className={classes["section"]}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(url.trim());
        }}
      >
        <Group align="flex-end">
          <TextInput
            className={classes["grow"] ?? ""}
            label={t("resolver.url")}
            placeholder="https://www.example.org/checkout"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <Button type="submit" disabled={url.trim() === ""}>
            {t("resolver.action")}
          </Button>
        </Group>
      </form>
      {error && <ErrorState error={error} isInline />}
      {found && asked !== "" && (
        <div aria-live="polite" className={classes["section"]}>
          <div className={classes["clause"]}>
            <p className={classes["plain"]}>
              <code>{found.normalUrl}</code>
            </p>
            <div className={classes["line"]}>
              {found.projectEnvironmentConfig && (
                <EnvironmentBadge
                  environment={environmentNamed(found.projectEnvironmentConfig.environment.name)}
                />
              )}
              <span>{found.message}</span>
            </div>
            {found.intersections.length > 0 && (
              <>
                <h3 className={classes["small"]}>{t("resolver.intersections")}</h3>
                <ul className={classes["reasons"]}>
                  {found.intersections.map((intersection) => (
                    <li key={`${intersection.url} ${intersection.message}`}>{intersection.message}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
          {found.applets.length === 0 && <EmptyState title={t("resolver.none")} />}
          {found.applets.map((outcome) => (
            <Outcome key={outcome.appletInstance.id} outcome={outcome} found={found} />
          ))}
        </div>
      )}
    </section>
  );
}

type Resolution = ResultOf<typeof resolveQuery>["resolveUrl"];

function Outcome({ outcome, found }: { outcome: Resolution["applets"][number]; found: Resolution }) {
  const { t } = useTranslation("applets");
  const { appletInstance: instance, triggers, reasons, condition, wouldRun } = outcome;
  const { project, projectEnvironmentConfig: environment } = found;
  const triggerReasons = new Set(triggers.map((trigger) => `${trigger.name}: ${trigger.reason}`));
  return (
    <section className={classes["clause"]} aria-label={instance.name}>
      <div className={classes["stepHead"]}>
        <StatusBadge
          tone={wouldRun ? "good" : "neutral"}
          label={wouldRun ? t("resolver.runs") : t("resolver.silent")}
        />
        {project && environment ? (
          <Link
            className={classes["link"]}
            href={urlTo(paths.appletInstance, {
              orgId: project.accountId,
              projectId: project.id,
              environmentConfigId: environment.id,
              appletInstanceId: instance.id,
            })}
          >
            {instance.name}
          </Link>
        ) : (
          <strong>{instance.name}</strong>
        )}
      </div>
      <ul className={classes["reasons"]}>
        {reasons
          .filter((reason) => !triggerReasons.has(reason))
          .map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        {triggers.map((trigger, index) => (
          <li key={`${trigger.name} ${index}`}>
            <strong>{trigger.name}:</strong> {trigger.reason}
          </li>
        ))}
      </ul>
      <ConditionOutcome value={condition} />
    </section>
  );
}
