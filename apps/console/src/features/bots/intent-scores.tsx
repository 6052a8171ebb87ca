import type { QualityData } from "@parley/bot-data/quality";
import { useTranslation } from "react-i18next";
import { percent } from "./percent.ts";
import classes from "./bots.module.css";

/** Weakest intents first: that is where work pays. */
export function IntentScores({ report }: { report: QualityData["report"] }) {
  const { t } = useTranslation("bots");
  return (
    <section className={classes["section"]} aria-labelledby="quality-intents">
      <h2 className={classes["heading"]} id="quality-intents">
        {t("quality.perIntent")}
      </h2>
      <div className={classes["scrollX"]}>
        <table className={classes["matrixTable"]}>
          <thead>
            <tr>
              <th scope="col">{t("quality.intent")}</th>
              <th scope="col">{t("quality.examples")}</th>
              <th scope="col">{t("quality.precision")}</th>
              <th scope="col">{t("quality.recall")}</th>
              <th scope="col">F1</th>
            </tr>
          </thead>
          <tbody>
            {report.intents
              .toSorted((a, b) => a.f1 - b.f1)
              .map((intent) => (
                <tr key={intent.name}>
                  <th scope="row">{intent.name}</th>
                  <td>{intent.utterances}</td>
                  <td>{percent(intent.precision)}</td>
                  <td>{percent(intent.recall)}</td>
                  <td>{percent(intent.f1)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
