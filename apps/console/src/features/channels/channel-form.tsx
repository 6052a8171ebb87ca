// Creates a channel in one environment, or edits one there.
import { environmentColour } from "@parley/ui/environment-badge";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { postChannel, putChannel } from "./channel-documents.ts";
import type { Channel } from "./compare.ts";
import { colourName, otherEnvironment, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";

type Props = {
  environment: Environment;
  channel?: Channel | undefined;
  /** Of the same name in the other environment. */
  twin?: Channel | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function ChannelForm({ environment, channel, twin, onClose, onSaved }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const errors = useFieldErrors(["name", "description", "logo"]);
  const [values, setValues] = useState({
    name: channel?.name ?? "",
    description: channel?.description ?? "",
    logo: channel?.logo ?? "",
  });
  const [renamesTwin, setRenamesTwin] = useState(false);
  const post = useTwins(postChannel);
  const put = useTwins(putChannel);
  const [ask, dialog] = useLiveStep();
  const other = otherEnvironment[environment];
  const isRenamed = channel !== undefined && values.name.trim() !== channel.name;
  const writesLive = environment === "Live" || (isRenamed && renamesTwin);

  const write = async (): Promise<string> => {
    const pypeInput = { ...values, logo: values.logo.trim() || null };
    if (!channel) return (await post[environment]({ customerId, projectId, pypeInput })).channel.id;
    await put[environment]({
      customerId,
      projectId,
      id: channel.id,
      pypeInput: { ...pypeInput, version: channel.version },
    });
    if (twin && isRenamed && renamesTwin) {
      const twinInput = { name: values.name, version: twin.version };
      await put[other]({ customerId, projectId, id: twin.id, pypeInput: twinInput });
    }
    return channel.id;
  };

  const save = async () => {
    const title = t(channel ? "form.editLive" : "form.createLive", { name: values.name });
    const isMeant = await ask({
      environment: writesLive ? "Live" : "Sandbox",
      title,
      label: t(channel ? "form.saveIn" : "form.createIn", { environment: "Live" }),
    });
    if (!isMeant) return;
    onSaved(await write());
    onClose();
  };

  const field = (name: keyof typeof values) => ({
    label: t(`field.${name}`),
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      errors.clear(name);
      setValues({ ...values, [name]: event.currentTarget.value });
    },
    ...errors.on(name),
  });

  return (
    <>
      <FormDialog
        title={t(channel ? "form.edit" : "form.create", { environment })}
        errors={errors}
        submitLabel={t(channel ? "form.saveIn" : "form.createIn", { environment })}
        colour={environmentColour[colourName[environment]]}
        onSubmit={save}
        onClose={onClose}
      >
        <TextInput {...field("name")} required data-autofocus />
        {twin && isRenamed && (
          <Checkbox
            label={t("form.renameTwin", { environment: other })}
            description={t("form.renameTwinHint", { environment: other, name: twin.name })}
            checked={renamesTwin}
            onChange={(event) => setRenamesTwin(event.currentTarget.checked)}
          />
        )}
        <Textarea
          {...field("description")}
          description={t("form.descriptionHint")}
          required
          autosize
          minRows={2}
        />
        <TextInput {...field("logo")} description={t("form.logoHint")} type="url" />
      </FormDialog>
      {dialog}
    </>
  );
}
