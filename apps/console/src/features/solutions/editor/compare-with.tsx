import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import type { Opponent } from "./agent-chat.tsx";
import { useCredentials } from "./use-credentials.ts";
import classes from "./editor.module.css";

const versionsQuery = graphql(`
  query GetVersionsToTry($solutionId: ID!) {
    solutionVersions(solutionId: $solutionId) {
      id
      number
      note
    }
  }
`);

type Props = {
  solutionId: string;
  solutionVersionId: string;
  /** The model of the values in the form: nothing to compare with. */
  credentialId: string | null;
  opponent: Opponent | undefined;
  onChoose: (opponent: Opponent | undefined) => void;
};

/** Another version of the solution, or this one with another model. */
export function CompareWith({ solutionId, solutionVersionId, credentialId, opponent, onChoose }: Props) {
  const { t } = useTranslation("solutions");
  const { projectId = "" } = useParams();
  const { data } = useData(versionsQuery, { solutionId }, { types: ["SolutionVersion"] });
  const credentials = useCredentials(projectId);
  const versions = (data?.solutionVersions ?? []).filter((version) => version.id !== solutionVersionId);
  const options = [
    ...versions.map((version) => ({
      value: `version ${version.id}`,
      label: [t("version", { number: version.number }), version.note].filter(Boolean).join(" · "),
      short: t("version", { number: version.number }),
    })),
    ...credentials
      .filter((credential) => credential.id !== credentialId)
      .map((credential) => ({
        value: `model ${credential.id}`,
        label: t("chat.withModel", { name: credential.name, model: credential.model }),
        short: t("chat.withModel", { name: credential.name, model: credential.model }),
      })),
  ];
  const value = opponent?.llmCredentialId
    ? `model ${opponent.llmCredentialId}`
    : opponent?.solutionVersionId
      ? `version ${opponent.solutionVersionId}`
      : null;
  return (
    <Select
      className={classes["compareWith"] ?? ""}
      aria-label={t("chat.compareWith")}
      placeholder={t("chat.compareWith")}
      data={options.map(({ value: option, label }) => ({ value: option, label }))}
      value={value}
      onChange={(next) => {
        const [kind, id = ""] = next?.split(" ") ?? [];
        const label = options.find((option) => option.value === next)?.short ?? "";
        if (kind === "version") onChoose({ label, solutionVersionId: id });
        else if (kind === "model") onChoose({ label, llmCredentialId: id });
        else onChoose(undefined);
      }}
    />
  );
}
