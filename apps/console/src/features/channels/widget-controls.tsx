// What a widget is besides its look: name, stream, beta flag and the author's own css.
import { CodeEditor } from "@parley/ui/code-editor";
import { Alert, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Channel, Widget } from "./compare.ts";
import { cssWords } from "./css-words.ts";
import { useCustomerPlace } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { streamsOf } from "./stream-documents.ts";
import classes from "./widget.module.css";

export type WidgetFields = { name: string; streamId: string; beta: boolean; css: string };

type Props = {
  environment: Environment;
  channel: Channel;
  widget: Widget;
  values: WidgetFields;
  onChange: (patch: Partial<WidgetFields>) => void;
};

export function WidgetControls({ environment, channel, widget, values, onChange }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const { data } = useData(streamsOf[environment], { customerId, projectId, pypeId: channel.id });
  const streams = data?.streams ?? channel.streams;
  const [completions] = useState(cssWords);
  return (
    <Stack gap="sm" component="section" aria-label={t("widget.rest")}>
      <h2 className={classes["heading"]}>{t("widget.rest")}</h2>
      <TextInput
        label={t("widget.name")}
        description={t("widget.nameHint")}
        value={values.name}
        required
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        label={t("field.stream")}
        description={t("widget.streamHint")}
        data={streams.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.streamId}
        allowDeselect={false}
        onChange={(value) => onChange({ streamId: value ?? values.streamId })}
      />
      <Switch
        label={t("field.beta")}
        description={t("widget.betaHint")}
        checked={values.beta}
        onChange={(event) => onChange({ beta: event.currentTarget.checked })}
      />
      <div>
        <span className={classes["label"]}>{t("field.css")}</span>
        <p className={classes["muted"]}>{t("widget.cssHint")}</p>
        <CodeEditor
          label={t("field.css")}
          language="text"
          height={180}
          completions={completions}
          value={values.css}
          onChange={(css) => onChange({ css })}
        />
      </div>
      {widget.css_problems.length > 0 && (
        <Alert color="red" title={t("widget.cssProblems")}>
          <ul className={classes["plainList"]}>
            {widget.css_problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <p className={classes["plain"]}>{t("widget.cssLastGood")}</p>
        </Alert>
      )}
    </Stack>
  );
}
