import { StatusBadge } from "@parley/ui/status-badge";
import type { Tone } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import type { NewPerson } from "./import-rows.ts";
import classes from "./users.module.css";

type Outcome = "CREATED" | "ADDED" | "ALREADY_MEMBER" | "FAILED";
export type ImportResult = { row: number; userName: string; outcome: Outcome; message?: string | null };

const tones: Readonly<Record<Outcome, Tone>> = {
  CREATED: "good",
  ADDED: "good",
  ALREADY_MEMBER: "neutral",
  FAILED: "bad",
};

type Props = { people: readonly NewPerson[]; results: readonly ImportResult[]; isDryRun: boolean };

export function ImportResults({ people, results, isDryRun }: Props) {
  const { t } = useTranslation("users");
  const count = (...outcomes: Outcome[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return (
    <div>
      <p role="status">
        {t(isDryRun ? "import.dryRun" : "import.done", {
          added: count("CREATED", "ADDED"),
          members: count("ALREADY_MEMBER"),
          failed: count("FAILED"),
        })}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable */}
      <div className={classes["resultsScroll"]} tabIndex={0} role="region" aria-label={t("import.results")}>
        <table className={classes["results"]}>
          <thead>
            <tr>
              <th scope="col">{t("import.row")}</th>
              <th scope="col">{t("columns.email")}</th>
              <th scope="col">{t("columns.name")}</th>
              <th scope="col">{t("import.result")}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ row, userName, outcome, message }) => (
              <tr key={row}>
                <td>{row + 1}</td>
                <td>{userName}</td>
                <td>
                  {people[row]?.firstName} {people[row]?.lastName}
                </td>
                <td>
                  <StatusBadge
                    tone={tones[outcome]}
                    label={t(`import.outcome.${isDryRun ? "check" : "done"}.${outcome}`)}
                  />{" "}
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
