// Files by dropping or choosing. Refuses what is too large or of the wrong type before anything is sent.
import { IconUpload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./file-drop.module.css";

type Props = {
  label: string;
  /** As the accept attribute: ".json,image/*". */
  accept?: string;
  maxBytes?: number;
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** "PNG or SVG, up to 1 MB". */
  hint?: string;
  onFiles: (files: File[]) => void;
};

export function FileDrop({
  label,
  accept,
  maxBytes,
  isMultiple = false,
  isDisabled = false,
  hint,
  onFiles,
}: Props) {
  const texts = useTexts();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<string[]>([]);

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, isMultiple ? undefined : 1);
    setRefused(files.flatMap((file) => problemOf(file) ?? []));
    // One that does not fit is no reason to send the others back.
    const taken = files.filter((file) => problemOf(file) === null);
    if (taken.length > 0) onFiles(taken);
  };
  const problemOf = (file: File): string | null => {
    if (accept && !isAccepted(file, accept)) return texts.fileWrongType(file.name);
    const isTooLarge = maxBytes !== undefined && file.size > maxBytes;
    return isTooLarge ? texts.fileTooLarge(file.name, byteSize(maxBytes)) : null;
  };

  return (
    <div>
      <label
        className={classes["drop"]}
        htmlFor={id}
        data-over={isOver || undefined}
        data-disabled={isDisabled || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(!isDisabled);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          if (!isDisabled) take(event.dataTransfer.files);
        }}
      >
        <IconUpload size={18} aria-hidden />
        <span className={classes["label"]}>{label}</span>
        <span className={classes["hint"]}>{hint ?? texts.dropFiles}</span>
        <input
          id={id}
          type="file"
          className={classes["input"]}
          accept={accept}
          multiple={isMultiple}
          disabled={isDisabled}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = "";
          }}
        />
      </label>
      {refused.map((sentence) => (
        <p key={sentence} className={classes["refused"]} role="alert">
          {sentence}
        </p>
      ))}
    </div>
  );
}

export function isAccepted(file: { name: string; type: string }, accept: string): boolean {
  return accept.split(",").some((part) => {
    const wanted = part.trim().toLowerCase();
    if (wanted.startsWith(".")) return file.name.toLowerCase().endsWith(wanted);
    if (wanted.endsWith("/*")) return file.type.toLowerCase().startsWith(wanted.slice(0, -1));
    return file.type.toLowerCase() === wanted;
  });
}

export function byteSize(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`;
}
