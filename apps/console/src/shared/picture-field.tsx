// A picture of a person, an organisation or a project: shown, replaced by a file, or taken away.
import { Button } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { IconPhoto } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../generated/graphql.ts";
import { useChange } from "../lib/graphql/use-change.ts";
import classes from "./picture-field.module.css";

const uploadMutation = graphql(`
  mutation UploadPicture($accountId: ID!, $file: Upload!) {
    uploadPicture(accountId: $accountId, file: $file) {
      id
      url
    }
  }
`);

const accepted = "image/png,image/jpeg,image/gif,image/webp";
const maxBytes = 5 * 1024 * 1024;

type Props = {
  accountId: string;
  /** The picture, or initials where there is none. */
  preview: ReactNode;
  hasPicture: boolean;
  isDisabled?: boolean;
  onUploaded: (file: { id: string; url: string }) => Promise<unknown> | void;
  onRemove: () => Promise<unknown> | void;
};

export function PictureField({ accountId, preview, hasPicture, isDisabled, onUploaded, onRemove }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [upload] = useChange(uploadMutation);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error>();

  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };

  const take = (file: File) =>
    run(async () => {
      if (!accepted.split(",").includes(file.type)) throw new Error(t("picture.wrongType"));
      if (file.size > maxBytes) throw new Error(t("picture.tooLarge"));
      const { uploadPicture } = await upload({ accountId, file });
      await onUploaded(uploadPicture);
    });

  return (
    <div className={classes["field"]}>
      {preview}
      <div>
        <div className={classes["buttons"]}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPhoto size={14} aria-hidden />}
            loading={isBusy}
            disabled={isDisabled ?? false}
            onClick={() => input.current?.click()}
          >
            {hasPicture ? t("picture.replace") : t("picture.choose")}
          </Button>
          {hasPicture && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={isDisabled === true || isBusy}
              onClick={() => void run(async () => onRemove())}
            >
              {t("picture.remove")}
            </Button>
          )}
        </div>
        <label className={classes["hint"]} htmlFor={id}>
          {t("picture.hint")}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          accept={accepted}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file) void take(file);
          }}
        />
        {error && <ErrorState error={error} isInline />}
      </div>
    </div>
  );
}
