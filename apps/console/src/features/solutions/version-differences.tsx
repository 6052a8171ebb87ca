// Two versions field by field: text by word, tasks and files as lists, parameters side by side.
import { DiffView } from "@parley/ui/diff-view";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import classes from "./solutions.module.css";

export const differencesFragment = graphql(`
  fragment VersionDifferences on SolutionVersion {
    id
    number
    brandName
    knowledgeAgentContext
    otherInformation
    fallbackMessage
    supervisorName
    tone
    temperature
    topK
    topP
    maxOutputTokens
    llmCredential {
      id
      name
      model
    }
    files {
      id
      originalName
    }
    tasks {
      id
      name
      description
    }
  }
`);

type Version = ResultOf<typeof differencesFragment>;

export function VersionDifferences({ versions }: { versions: readonly Version[] }) {
  const { t } = useTranslation("solutions");
  const [before, after] = versions.toSorted((a, b) => a.number - b.number);
  if (!before || !after) return null;
  const field = (name: keyof Version, read: (version: Version) => unknown = (version) => version[name]) => ({
    label: t(`field.${name}`),
    before: read(before),
    after: read(after),
  });
  return (
    <section className={classes["section"]}>
      <h2 className={classes["heading"]}>{t("differences")}</h2>
      <DiffView
        beforeLabel={t("version", { number: before.number })}
        afterLabel={t("version", { number: after.number })}
        fields={[
          field("brandName"),
          { ...field("knowledgeAgentContext"), kind: "text" },
          { ...field("otherInformation"), kind: "text" },
          field("fallbackMessage"),
          field("supervisorName"),
          field("tone"),
          field(
            "llmCredential",
            (version) =>
              version.llmCredential && `${version.llmCredential.name} (${version.llmCredential.model})`,
          ),
          field("temperature"),
          field("topK"),
          field("topP"),
          field("maxOutputTokens"),
          field("files", (version) => version.files.map((file) => file.originalName)),
          field("tasks", (version) => version.tasks.map((task) => `${task.name}: ${task.description}`)),
        ]}
      />
    </section>
  );
}
