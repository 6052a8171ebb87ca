// Asks before something is lost: names what goes, with counts; large losses want the name typed.
import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { useTexts } from "./texts.tsx";
import classes from "./confirm-dialog.module.css";

type Loss = { label: string; count?: number };

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** What goes with it: [{ label: "projects", count: 3 }]. */
  losses?: readonly Loss[];
  /** When given, the button waits until exactly this is typed. */
  typedName?: string;
  confirmLabel: string;
  /** What is said in the dialog has to be settled first. */
  isBlocked?: boolean;
  /** Not destructive, only deliberate (a write to Live). */
  colour?: "red" | "teal" | "orange" | "violet";
  /** May reject with a sentence for people: the dialog stays open and shows it. */
  onConfirm: () => Promise<unknown> | void;
};

export function ConfirmDialog(props: Props) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size="md" centered>
      {props.isOpen && <Question {...props} />}
    </Modal>
  );
}

function Question({
  onClose,
  children,
  losses = [],
  typedName,
  confirmLabel,
  isBlocked = false,
  colour = "red",
  onConfirm,
}: Props) {
  const texts = useTexts();
  const [typed, setTyped] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const isConfirmable = !isBlocked && (typedName === undefined || typed.trim() === typedName);

  const confirm = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isConfirmable && !isBusy) void confirm();
      }}
    >
      <div className={classes["words"]}>{children}</div>
      {losses.length > 0 && (
        <div className={classes["losses"]}>
          <p>{texts.thisRemoves}</p>
          <ul>
            {losses.map((loss) => (
              <li key={loss.label}>
                {loss.count !== undefined && <strong>{loss.count.toLocaleString()}</strong>} {loss.label}
              </li>
            ))}
          </ul>
        </div>
      )}
      {typedName !== undefined && (
        <TextInput
          label={texts.typeToConfirm(typedName)}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error && <ErrorState error={error} isInline />}
      <div className={classes["actions"]}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" color={colour} loading={isBusy} disabled={!isConfirmable}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
