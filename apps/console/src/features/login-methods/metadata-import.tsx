import { Button, Textarea, TextInput } from "@mantine/core";
import { FileDrop } from "@parley/ui/file-drop";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { messageOf } from "../../lib/graphql/errors.ts";
import { readMetadata } from "./saml-metadata.ts";
import type { SamlMetadata } from "./saml-metadata.ts";
import classes from "./login-methods.module.css";

const metadataQuery = graphql(`
  query GetSamlMetadata($accountId: ID!, $url: String!) {
    samlMetadata(accountId: $accountId, url: $url)
  }
`);

type Props = { accountId: string; onRead: (metadata: SamlMetadata) => void };

/** Fills the form from the metadata of the other side: by its address, pasted or as a file. */
export function MetadataImport({ accountId, onRead }: Props) {
  const { t } = useTranslation("login-methods");
  const client = useClient();
  const [url, setUrl] = useState("");
  const [urlProblem, setUrlProblem] = useState<string>();
  const [isFetching, setIsFetching] = useState(false);
  const [text, setText] = useState("");
  const [result, setResult] = useState<"read" | "unreadable" | "nothing">();
  const take = (xml: string) => {
    const metadata = readMetadata(xml);
    if (metadata) onRead(metadata);
    return metadata !== undefined;
  };
  const read = (xml: string) => setResult(take(xml) ? "read" : "unreadable");
  const fetchIt = async () => {
    setIsFetching(true);
    setResult(undefined);
    const { data, error } = await client
      .query(metadataQuery, { accountId, url: url.trim() }, { requestPolicy: "network-only" })
      .toPromise();
    setIsFetching(false);
    if (error) return setUrlProblem(messageOf(error));
    if (!take(data?.samlMetadata ?? "")) return setUrlProblem(t("metadata.unreadable"));
    return setResult("read");
  };
  return (
    <details className={classes["import"]}>
      <summary>{t("metadata.title")}</summary>
      <div className={classes["fields"]}>
        <form
          className={classes["byAddress"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (url.trim() === "") setUrlProblem(t("metadata.noUrl"));
            else void fetchIt();
          }}
        >
          <TextInput
            label={t("metadata.url")}
            placeholder="https://"
            value={url}
            error={urlProblem}
            onChange={(event) => {
              setUrlProblem(undefined);
              setUrl(event.currentTarget.value);
            }}
          />
          <Button type="submit" variant="default" loading={isFetching}>
            {t("metadata.fetch")}
          </Button>
        </form>
        <Textarea
          label={t("metadata.paste")}
          rows={4}
          value={text}
          error={result !== undefined && result !== "read" && t(`metadata.${result}`)}
          onChange={(event) => {
            setResult(undefined);
            setText(event.currentTarget.value);
          }}
        />
        <Button
          variant="default"
          size="xs"
          onClick={() => (text.trim() === "" ? setResult("nothing") : read(text))}
        >
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
