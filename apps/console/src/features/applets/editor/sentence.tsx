import { describeCondition } from "@parley/condition";
import { useTranslation } from "react-i18next";
import { readCondition } from "../condition/condition-field.tsx";
import type { Values } from "./values.ts";
import classes from "../applets.module.css";

/** The applet read aloud, as it stands on screen. */
export function Sentence({
  triggers,
  condition,
  actions,
}: Pick<Values, "triggers" | "condition" | "actions">) {
  const { t } = useTranslation("applets");
  const { tree, problems } = readCondition(condition);
  const holds = tree && problems.length === 0 ? describeCondition(tree) : t("sentenceUnfinished");
  return (
    <p className={classes["sentence"]} aria-label={t("sentence")}>
      <b>{t("when")}</b> {triggers.map((step) => step.name).join(t("sentenceOr")) || t("sentenceNever")}
      {holds !== "always" && (
        <>
          , <b>{t("if").toLowerCase()}</b> {holds}
        </>
      )}
      , <b>{t("then").toLowerCase()}</b>{" "}
      {actions.map((step) => step.name).join(t("sentenceThen")) || t("sentenceNothing")}.
    </p>
  );
}
