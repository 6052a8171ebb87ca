import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./my-account.module.css";

/** How this browser shows Parley. */
export function Preferences() {
  const { t } = useTranslation("my-account");
  // Turning transitions off for the change would need a style tag.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <section className={classes["section"]} aria-label={t("preferences.title")}>
      <h2>{t("preferences.title")}</h2>
      <div className={classes["row"]}>
        <div className={classes["rowWords"]}>
          <strong>{t("preferences.colours")}</strong>
          <p>{t("preferences.coloursHint")}</p>
        </div>
        <SegmentedControl
          aria-label={t("preferences.colours")}
          value={colorScheme}
          data={[
            { value: "light", label: t("preferences.light") },
            { value: "dark", label: t("preferences.dark") },
            { value: "auto", label: t("preferences.auto") },
          ]}
          onChange={(scheme) => setColorScheme(scheme === "light" || scheme === "dark" ? scheme : "auto")}
        />
      </div>
      <p className={classes["hint"]}>{t("preferences.shortcuts")}</p>
    </section>
  );
}
