// Paste any address: which environment owns it, what would run there, what would not and why.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import classes from "./applets.module.css";

const resolveQuery = graphql(`
  query ResolveUrl($url: String!) {
    resolveUrl(url: $url) {
      normalUrl
      message
      applets {
        wouldRun
        reasons
        appletInstance {
          id
          name
        }
        triggers {
          name
          matches
          reason
        }
      }
      intersections {
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
          <p>
            <code>{found.normalUrl}</code> {found.message}
          </p>
          {found.intersections.map((intersection) => (
            <p key={intersection.message} className={classes["muted"]}>
              {intersection.message}
            </p>
          ))}
          {found.applets.length === 0 && <EmptyState title={t("resolver.none")} />}
          {found.applets.map((outcome) => (
            <div key={outcome.appletInstance.id} className={classes["outcome"]}>
              <StatusBadge
                tone={outcome.wouldRun ? "good" : "neutral"}
                label={outcome.wouldRun ? t("resolver.runs") : t("resolver.silent")}
              />
              <strong>{outcome.appletInstance.name}</strong>
              <ul>
                {[
                  ...outcome.reasons,
                  ...outcome.triggers.map((trigger) => `${trigger.name}: ${trigger.reason}`),
                ].map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
