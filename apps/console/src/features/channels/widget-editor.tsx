// Controls on the left, the real widget on the right. Nothing reaches visitors before it is saved.
import { environmentColour } from "@parley/ui/environment-badge";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../../shared/viewer.tsx";
import type { Channel, Widget } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";
import { StyleControls } from "./style-controls.tsx";
import { WidgetControls } from "./widget-controls.tsx";
import { envelope, putWidget } from "./widget-documents.ts";
import { WidgetPreview } from "./widget-preview.tsx";
import { readStyle, withoutEmpty } from "./widget-style.ts";
import classes from "./widget.module.css";

type Props = { environment: Environment; channel: Channel; widget: Widget };

export function WidgetEditor({ environment, channel, widget }: Props) {
  const { t } = useTranslation("channels");
  const { projectId } = useCustomerPlace();
  const viewer = useViewer();
  const stored = {
    name: widget.widget_name,
    streamId: widget.stream_id,
    beta: widget.beta,
    css: widget.custom_pype_css,
    style: readStyle(widget.style),
  };
  const [values, setValues] = useState(stored);
  const [error, setError] = useState<{ message: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const put = useTwins(putWidget);
  const [ask, dialog] = useLiveStep();
  const styleKeys = [...new Set([...Object.keys(values.style), ...Object.keys(stored.style)])];
  const unsaved = [
    ...(values.name === stored.name ? [] : [t("field.name")]),
    ...(values.streamId === stored.streamId ? [] : [t("field.stream")]),
    ...(values.beta === stored.beta ? [] : [t("field.beta")]),
    ...(values.css === stored.css ? [] : [t("field.css")]),
    ...styleKeys
      .filter((key) => values.style[key] !== stored.style[key])
      .map((key) => t(`field.${key}`, { defaultValue: key })),
  ];
  const save = async () => {
    const label = t("form.saveIn", { environment });
    const title = t("form.editLive", { name: widget.widget_name });
    if (!(await ask({ environment, title, label }))) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await put[environment]({
        projectId,
        data: {
          id: widget.id,
          pype_id: channel.id,
          stream_id: values.streamId,
          widget_name: values.name,
          style: withoutEmpty(values.style),
          beta: values.beta,
          custom_pype_css: values.css,
          version: widget.version,
        },
        ...envelope("update", channel.id, viewer.id),
      });
    } catch (reason) {
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <div className={classes["editor"]}>
        <div className={classes["controls"]}>
          <StyleControls
            style={values.style}
            onChange={(style) => setValues({ ...values, style: withoutEmpty(style) })}
          />
          <WidgetControls
            environment={environment}
            channel={channel}
            widget={widget}
            values={values}
            onChange={(patch) => setValues({ ...values, ...patch })}
          />
        </div>
        <WidgetPreview channel={channel} widget={widget} style={values.style} css={values.css} />
      </div>
      <StickySaveBar
        unsavedFields={unsaved}
        isSaving={isBusy}
        error={error}
        saveLabel={t("form.saveIn", { environment })}
        colour={environmentColour[colourName[environment]]}
        blockedBecause={values.name.trim() === "" ? t("widget.needsName") : undefined}
        onSave={() => void save()}
        onDiscard={() => {
          setValues(stored);
          setError(undefined);
        }}
      />
      {dialog}
    </>
  );
}
