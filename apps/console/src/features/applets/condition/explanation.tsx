// How each part of a condition came out, for try-outs, the run log and the URL resolver.
import { describeCondition, type Explanation } from "@parley/condition";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./explanation.module.css";

/** `value` is JSON as the API sends it; anything that is no explanation shows nothing. */
export function ConditionOutcome({ value }: { value: unknown }) {
  const { t } = useTranslation("applets");
  if (!isExplanation(value)) return null;
  if (value.kind === "always") return <p className={classes["muted"]}>{t("outcome.always")}</p>;
  return (
    <ul className={classes["tree"]}>
      <Part part={value} />
    </ul>
  );
}

function Part({ part }: { part: Explanation }) {
  const { t } = useTranslation("applets");
  const Icon = part.outcome ? IconCheck : IconX;
  return (
    <li>
      <span className={classes["part"]} data-outcome={part.outcome}>
        <Icon size={14} role="img" aria-label={part.outcome ? t("outcome.yes") : t("outcome.no")} />
        {part.kind === "comparison" ? (
          <span>
            {describeCondition({
              fact: part.fact,
              operator: part.operator,
              ...(part.expected !== undefined && { value: part.expected }),
            })}
            <span className={classes["actual"]}>
              {part.actual === undefined
                ? t("outcome.unknown")
                : t("outcome.actual", { value: short(part.actual) })}
            </span>
          </span>
        ) : (
          <span>{t(`outcome.${part.kind}`)}</span>
        )}
      </span>
      {"parts" in part && part.parts.length > 0 && (
        <ul>
          {part.parts.map((inner, index) => (
            // The parts of an outcome never change their places.
            // oxlint-disable-next-line react/no-array-index-key
            <Part key={index} part={inner} />
          ))}
        </ul>
      )}
    </li>
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function isExplanation(value: unknown): value is Explanation {
  return value !== null && typeof value === "object" && "kind" in value && "outcome" in value;
}
