import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./copy-text.module.css";

type Props = {
  value: string;
  /** What to show when the value is too long or secret to show. */
  shown?: string;
  /** Names the value for screen readers: "Project id". */
  label: string;
};

/** An id, hash or address in monospace with a button that copies it. */
export function CopyText({ value, shown, label }: Props) {
  const texts = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      return;
    }
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1500);
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <span className={classes["copy"]}>
      <code className={classes["value"]} title={value}>
        {shown ?? value}
      </code>
      <button
        type="button"
        className={classes["button"]}
        aria-label={`${texts.copy}: ${label}`}
        title={texts.copy}
        onClick={() => void copy()}
      >
        <Icon size={14} aria-hidden />
      </button>
      <span className={classes["announce"]} role="status">
        {isCopied ? texts.copied : ""}
      </span>
    </span>
  );
}
