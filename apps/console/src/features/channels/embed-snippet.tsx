// The lines that put a widget on a page, for the ways pages are made.
import { TabPanel, Tabs } from "@parley/ui/tabs";
import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { config } from "../../lib/config.ts";
import { snippetFor, snippetKinds } from "./snippets.ts";
import classes from "./widget.module.css";

export function EmbedSnippet({ widgetId }: { widgetId: string }) {
  const { t } = useTranslation("channels");
  const [kind, setKind] = useState<(typeof snippetKinds)[number]>("html");
  const [copied, setCopied] = useState<"yes" | "no">();
  const text = snippetFor(kind, `${config.apiUrl}/loader.js`, widgetId);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied("yes");
    } catch {
      setCopied("no");
    }
  };
  return (
    <section>
      <h2 className={classes["heading"]}>{t("install.snippet")}</h2>
      <Tabs
        label={t("install.snippet")}
        tabs={snippetKinds.map((id) => ({ id, label: t(`install.${id}`) }))}
        value={kind}
        onChange={(id) => {
          setKind(snippetKinds.find((known) => known === id) ?? "html");
          setCopied(undefined);
        }}
      />
      <TabPanel id={kind}>
        <p className={`${classes["muted"]} ${classes["snippetHint"]}`}>{t(`install.${kind}Hint`)}</p>
        <pre className={classes["code"]} tabIndex={0} aria-label={t("install.snippet")}>
          {text}
        </pre>
        <Button
          variant="default"
          leftSection={copied === "yes" ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => void copy()}
        >
          {copied === "yes" ? t("install.copied") : t("install.copy")}
        </Button>
        <span role="status" className={classes["muted"]}>
          {copied === "no" && ` ${t("install.copyFailed")}`}
        </span>
      </TabPanel>
    </section>
  );
}
