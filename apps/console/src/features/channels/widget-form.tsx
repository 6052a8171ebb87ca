// A new widget needs only a name; everything else is set in the editor that opens.
import { environmentColour } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { DataError } from "../../lib/graphql/errors.ts";
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
  const [isBusy, setIsBusy] = useState(false);
  const post = useTwins(postWidget);
  const [ask, dialog] = useLiveStep();
  const label = t("form.createIn", { environment });
  const save = async () => {
    if (!(await ask({ environment, title: t("form.createLive", { name }), label }))) return;
    setIsBusy(true);
    try {
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
    } catch (error) {
      errors.place(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("widget.new", { name: stream.name })} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t("field.name")}
            value={name}
            required
            data-autofocus
            onChange={(event) => {
              errors.clear();
              setName(event.currentTarget.value);
            }}
            {...errors.on("data.widget_name")}
          />
          {errors.form && <ErrorState error={errors.form} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              color={environmentColour[colourName[environment]]}
              loading={isBusy}
              disabled={name.trim() === ""}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Modal>
  );
}
