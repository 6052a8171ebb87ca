import type { QualityData } from "@parley/bot-data/quality";
import { useTranslation } from "react-i18next";
import { percent } from "./percent.ts";
import classes from "./bots.module.css";
import qualityClasses from "./quality.module.css";

/** Weakest intents first: that is where work pays. */
export function IntentScores({ report }: { report: QualityData["report"] }) {
  const { t } = useTranslation("bots");
  return (
    <section className={classes["section"]} aria-labelledby="quality-intents">
      <h2 className={classes["heading"]} id="quality-intents">
        {t("quality.perIntent")}
      </h2>
      <div className={classes["scrollX"]}>
        <table className={qualityClasses["matrixTable"]}>
          <thead>
            <tr>
              <th scope="col">{t("quality.intent")}</th>
              <th scope="col" data-figure>
                {t("quality.examples")}
              </th>
              <th scope="col" data-figure>
                {t("quality.precision")}
              </th>
              <th scope="col" data-figure>
                {t("quality.recall")}
              </th>
              <th scope="col" data-figure>
                F1
              </th>
            </tr>
          </thead>
          <tbody>
            {report.intents
              .toSorted((a, b) => a.f1 - b.f1)
              .map((intent) => (
                <tr key={intent.name}>
                  <th scope="row">{intent.name}</th>
                  <td data-figure>{intent.utterances}</td>
                  <td data-figure>{percent(intent.precision)}</td>
                  <td data-figure>{percent(intent.recall)}</td>
                  <td data-figure>{percent(intent.f1)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
