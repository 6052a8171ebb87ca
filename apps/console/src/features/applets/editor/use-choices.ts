// What a step's options may name, by name: asked for only where a schema wants it.
import type { Choices } from "@parley/ui/json-form";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";

const choicesQuery = graphql(`
  query GetAppletChoices($projectEnvironmentConfigId: ID!) {
    appletChoices(projectEnvironmentConfigId: $projectEnvironmentConfigId) {
      kind
      id
      name
      customerName
      isReady
    }
  }
`);

/** Undefined until they are known: the ids are then typed, as for any other text. */
export function useChoices(schema: unknown): Choices | undefined {
  const { t } = useTranslation("applets");
  const { environmentConfigId = "" } = useParams();
  const isWanted = JSON.stringify(schema ?? null).includes('"x-parley-choice"');
  const { data } = useData(
    choicesQuery,
    { projectEnvironmentConfigId: environmentConfigId },
    { isPaused: !isWanted },
  );
  if (!isWanted || !data) return undefined;
  const choices = data.appletChoices.map(({ kind, id, name, customerName, isReady }) => ({
    kind,
    value: id,
    label: isReady ? name : t(`choice.notReady.${kind === "bot" ? "bot" : "widget"}`, { name }),
    group: customerName,
  }));
  return {
    bot: choices.filter(({ kind }) => kind === "bot"),
    widget: choices.filter(({ kind }) => kind === "widget"),
  };
}
