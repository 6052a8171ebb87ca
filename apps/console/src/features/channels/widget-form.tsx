// A new widget needs only a name; everything else is set in the editor that opens.
import { environmentColour } from "@parley/ui/environment-badge";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths, urlTo } from "../../shared/urls.ts";
import { useViewer } from "../../shared/viewer.tsx";
import type { Channel, Stream } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";
import { envelope, postWidget } from "./widget-documents.ts";

type Props = { environment: Environment; channel: Channel; stream: Stream; onClose: () => void };

export function WidgetForm({ environment, channel, stream, onClose }: Props) {
  const { t } = useTranslation("channels");
  const place = useCustomerPlace();
  const viewer = useViewer();
  const navigate = useNavigate();
  const errors = useFieldErrors(["data.widget_name"]);
  const [name, setName] = useState("");
  const post = useTwins(postWidget);
  const [ask, dialog] = useLiveStep();
  const label = t("form.createIn", { environment });
  const save = async () => {
    if (!(await ask({ environment, title: t("form.createLive", { name }), label }))) return;
    const { widget } = await post[environment]({
      projectId: place.projectId,
      data: { pype_id: channel.id, stream_id: stream.id, widget_name: name, style: {} },
      ...envelope("create", channel.id, viewer.id),
    });
    await navigate(
      urlTo(paths.widget, {
        ...place,
        environment: colourName[environment],
        channelId: channel.id,
        widgetId: widget.id,
      }),
    );
  };
  return (
    <>
      <FormDialog
        title={t("widget.new", { name: stream.name })}
        errors={errors}
        submitLabel={label}
        colour={environmentColour[colourName[environment]]}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput
          label={t("field.name")}
          required
          data-autofocus
          {...errors.text("data.widget_name", name, setName)}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
