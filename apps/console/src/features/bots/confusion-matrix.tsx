// Rows are the intents phrases belong to, columns what they were taken for. Only intents with a mistake are shown.
import type { QualityData } from "@parley/bot-data/quality";
import { useTranslation } from "react-i18next";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

type Place = { expected: string; predicted: string };
type Props = {
  report: QualityData["report"];
  open: Place | undefined;
  onOpen: (place: Place | undefined) => void;
};

const mostShown = 30;

export function ConfusionMatrix({ report, open, onOpen }: Props) {
  const { t } = useTranslation("bots");
  const mistakes = new Map<string, number>();
  for (const { expected, predicted, utterances } of report.confusions) {
    mistakes.set(expected, (mistakes.get(expected) ?? 0) + utterances.length);
    mistakes.set(predicted, (mistakes.get(predicted) ?? 0) + utterances.length);
  }
  if (mistakes.size === 0) return <p>{t("quality.noMistakes")}</p>;
  const worst = [...mistakes].toSorted((a, b) => b[1] - a[1]).slice(0, mostShown);
  const shown = new Set(worst.map(([name]) => name));
  const intents = report.intents.filter((intent) => shown.has(intent.name));
  const cells = new Map(report.confusions.map((one) => [`${one.expected}\n${one.predicted}`, one]));
  const most = Math.max(...report.confusions.map((one) => one.utterances.length));
  return (
    <>
      <div className={classes["scrollX"]}>
        <table className={qualityClasses["confusion"]}>
          <thead>
            <tr>
              <th scope="col">{t("quality.axis")}</th>
              {intents.map((intent) => (
                <th key={intent.name} scope="col" className={qualityClasses["tilted"]}>
                  <span>{intent.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {intents.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                {intents.map((column) => {
                  if (row === column)
                    return (
                      <td key={column.name} className={qualityClasses["right"]}>
                        {Math.round(row.recall * row.utterances)}
                      </td>
                    );
                  const cell = cells.get(`${row.name}\n${column.name}`);
                  const place = { expected: row.name, predicted: column.name };
                  const isOpen = open?.expected === row.name && open.predicted === column.name;
                  return (
                    <td key={column.name}>
                      {cell && (
                        <button
                          type="button"
                          className={qualityClasses["wrong"]}
                          data-weight={Math.ceil((3 * cell.utterances.length) / most)}
                          aria-pressed={isOpen}
                          aria-label={t("quality.cell", { ...place, count: cell.utterances.length })}
                          onClick={() => onOpen(isOpen ? undefined : place)}
                        >
                          {cell.utterances.length}
                        </button>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mistakes.size > mostShown && (
        <p className={classes["muted"]}>{t("quality.worst", { count: mostShown })}</p>
      )}
    </>
  );
}
