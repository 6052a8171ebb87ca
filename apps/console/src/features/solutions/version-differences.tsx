// Two versions field by field: text by word, tasks, tools and files as lists, parameters side by side.
import { DiffView } from "@parley/ui/diff-view";
import { ErrorState } from "@parley/ui/error-state";
import { Button } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
// Writes the fragment AgentOfVersion.
import "./editor/version-values.ts";
import classes from "./solutions.module.css";

const FlowDifferences = lazy(() =>
  import("./flow-differences.tsx").then((module) => ({ default: module.FlowDifferences })),
);

const versionsQuery = graphql(`
  query GetVersionsToCompare($one: ID!, $other: ID!) {
    one: solutionVersionById(id: $one) {
      ...VersionDifferences
    }
    other: solutionVersionById(id: $other) {
      ...VersionDifferences
    }
  }
`);

export const differencesFragment = graphql(`
  fragment VersionDifferences on SolutionVersion {
    id
    number
    ...AgentOfVersion
    llmCredential {
      id
      name
      model
    }
    files {
      id
      originalName
    }
  }
`);

type Version = ResultOf<typeof differencesFragment>;
type Props = { ids: readonly [string, string]; title?: string; onClose?: () => void };

export function VersionDifferences({ ids: [one, other], title, onClose }: Props) {
  const { t } = useTranslation("solutions");
  const { data, error, reload } = useData(versionsQuery, { one, other }, { types: ["SolutionVersion"] });
  const [before, after] = data
    ? [data.one, data.other].toSorted((a, b) => (onClose ? a.number - b.number : 0))
    : [];
  return (
    <section className={classes["section"]} aria-label={t("differences")}>
      <div className={classes["sectionHead"]}>
        {title ? (
          <h3 className={classes["subheading"]}>{title}</h3>
        ) : (
          <h2 className={classes["heading"]}>{t("differences")}</h2>
        )}
        {onClose && (
          <Button size="xs" variant="default" onClick={onClose}>
            {t("close")}
          </Button>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      {before && after && (
        <DiffView
          beforeLabel={t("version", { number: before.number })}
          afterLabel={t("version", { number: after.number })}
          fields={fieldsOf(before, after, (name) => t(`field.${name}`))}
        />
      )}
      {before && after && (
        <Suspense>
          <FlowDifferences before={before.id} after={after.id} />
        </Suspense>
      )}
    </section>
  );
}

function fieldsOf(before: Version, after: Version, label: (name: keyof Version) => string) {
  const field = (name: keyof Version, read: (version: Version) => unknown = (version) => version[name]) => ({
    label: label(name),
    before: read(before),
    after: read(after),
  });
  const text = (name: keyof Version) => ({ ...field(name), kind: "text" as const });
  return [
    field("brandName"),
    field("supervisorName"),
    text("tone"),
    field(
      "llmCredential",
      ({ llmCredential }) => llmCredential && `${llmCredential.name} (${llmCredential.model})`,
    ),
    field("tasks", ({ tasks }) => tasks.map((task) => `${task.name}: ${task.description}`)),
    field("tools", ({ tools }) =>
      tools.map((tool) => `${tool.name}: ${tool.method} ${tool.url} ${JSON.stringify(tool.parameters)}`),
    ),
    text("knowledgeAgentContext"),
    field("files", ({ files }) => files.map((file) => file.originalName)),
    text("otherInformation"),
    text("fallbackMessage"),
    field("temperature"),
    field("topP"),
    field("topK"),
    field("maxOutputTokens"),
  ];
}
