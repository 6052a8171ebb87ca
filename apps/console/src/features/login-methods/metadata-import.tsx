import { Button, Textarea } from "@mantine/core";
import { FileDrop } from "@parley/ui/file-drop";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readMetadata } from "./saml-metadata.ts";
import type { SamlMetadata } from "./saml-metadata.ts";
import classes from "./login-methods.module.css";

/** Fills the form from the metadata of the other side, pasted or as a file. */
export function MetadataImport({ onRead }: { onRead: (metadata: SamlMetadata) => void }) {
  const { t } = useTranslation("login-methods");
  const [text, setText] = useState("");
  const [result, setResult] = useState<"read" | "unreadable">();
  const read = (xml: string) => {
    const metadata = readMetadata(xml);
    setResult(metadata ? "read" : "unreadable");
    if (metadata) onRead(metadata);
  };
  return (
    <details className={classes["import"]}>
      <summary>{t("metadata.title")}</summary>
      <div className={classes["fields"]}>
        <Textarea
          label={t("metadata.paste")}
          rows={4}
          value={text}
          {...(result === "unreadable" ? { error: t("metadata.unreadable") } : {})}
          onChange={(event) => {
            setResult(undefined);
            setText(event.currentTarget.value);
          }}
        />
        <Button variant="default" size="xs" disabled={text.trim() === ""} onClick={() => read(text)}>
          {t("metadata.read")}
        </Button>
        <FileDrop
          label={t("metadata.file")}
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          maxBytes={1024 * 1024}
          onFiles={([file]) => void file?.text().then(read)}
        />
        <p role="status" className={classes["hint"]}>
          {result === "read" ? t("metadata.done") : ""}
        </p>
      </div>
    </details>
  );
}
