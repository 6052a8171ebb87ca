// A form in a dialog: its fields, what the server said, and two buttons. Its button can always be pressed, and says
// what is missing. Escape or a click beside it does not throw away what was typed: the dialog asks first.
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { MantineSize } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { emptyFieldsOf, type FieldError } from "./field-errors.tsx";
import { useTexts } from "./texts.tsx";

type Props = {
  title: string;
  size?: MantineSize;
  /** Of useFieldErrors: shows what no field can show, and takes what onSubmit rejects with. */
  errors: {
    form: { message: string } | undefined;
    place: (errors: readonly FieldError[]) => void;
    fail: (reason: unknown) => void;
    clear: () => void;
  };
  submitLabel: string;
  /** The colour of the environment that is written to. */
  colour?: string;
  /** What a required field alone cannot say: shown when the button is pressed. */
  blockedBecause?: string | undefined;
  onSubmit: () => Promise<unknown> | void;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ title, size = "md", onClose, ...form }: Props) {
  const [isTouched, setIsTouched] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Modal
      opened
      centered
      title={title}
      size={size}
      onClose={() => (isTouched ? setIsAsking(true) : onClose())}
    >
      <Fields
        {...form}
        onClose={onClose}
        onTouch={() => setIsTouched(true)}
        question={isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={onClose} />}
      />
    </Modal>
  );
}

type FieldsProps = Omit<Props, "title" | "size"> & { onTouch: () => void; question: ReactNode };

function Fields({
  errors,
  submitLabel,
  colour,
  blockedBecause,
  onSubmit,
  onClose,
  onTouch,
  question,
  children,
}: FieldsProps) {
  const texts = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    errors.clear();
    setIsBusy(true);
    try {
      await onSubmit();
    } catch (reason) {
      errors.fail(reason);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onChange={onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const empty = emptyFieldsOf(event.currentTarget);
        empty[0]?.control.focus();
        if (empty.length > 0)
          errors.place(
            empty.map(({ field, label }) =>
              field === "" ? { message: texts.fillIn(label) } : { field, message: texts.required },
            ),
          );
        else if (blockedBecause !== undefined) errors.place([{ message: blockedBecause }]);
        else void submit();
      }}
    >
      <Stack gap="sm">
        {children}
        {errors.form && <ErrorState error={errors.form} isInline />}
        {question || (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" {...(colour && { color: colour })} loading={isBusy}>
              {submitLabel}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const texts = useTexts();
  return (
    <Group justify="flex-end" role="alert">
      <Text size="sm" flex={1}>
        {texts.discardQuestion}
      </Text>
      <Button variant="default" autoFocus onClick={onKeep}>
        {texts.keepEditing}
      </Button>
      <Button color="red" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </Group>
  );
}
