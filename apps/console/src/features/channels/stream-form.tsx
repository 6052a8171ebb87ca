// Creates a stream, or gives it another name and description.
import { environmentColour } from "@parley/ui/environment-badge";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Channel, Stream } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";
import { createStream, updateStream } from "./stream-documents.ts";

type Props = { environment: Environment; channel: Channel; stream?: Stream; onClose: () => void };

export function StreamForm({ environment, channel, stream, onClose }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const errors = useFieldErrors(["name", "description"]);
  const [name, setName] = useState(stream?.name ?? "");
  const [description, setDescription] = useState(stream?.description ?? "");
  const create = useTwins(createStream);
  const update = useTwins(updateStream);
  const [ask, dialog] = useLiveStep();
  const label = t(stream ? "form.saveIn" : "form.createIn", { environment });
  const save = async () => {
    const title = t(stream ? "form.editLive" : "form.createLive", { name });
    if (!(await ask({ environment, title, label }))) return;
    const place = { customerId, projectId, pypeId: channel.id };
    if (stream) {
      const { id: streamId, version } = stream;
      await update[environment]({ ...place, streamId, version, name, description });
    } else await create[environment]({ ...place, name, description });
    onClose();
  };
  return (
    <>
      <FormDialog
        title={t(stream ? "stream.edit" : "stream.create")}
        errors={errors}
        submitLabel={label}
        colour={environmentColour[colourName[environment]]}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput label={t("field.name")} required data-autofocus {...errors.text("name", name, setName)} />
        <Textarea
          label={t("field.description")}
          autosize
          minRows={2}
          {...errors.text("description", description, setDescription)}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
