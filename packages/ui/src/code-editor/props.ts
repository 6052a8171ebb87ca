export type CodeEditorProps = {
  value: string;
  onChange?: (value: string) => void;
  /** Names the editor for screen readers. */
  label: string;
  language: "json" | "javascript" | "text";
  isReadOnly?: boolean;
  /** Pixels, or "fill" for the height of what is around it. */
  height?: number | "fill";
  /** Offered while typing, in this order, whatever the language. Give it once: it is read when the editor opens. */
  completions?: readonly { label: string; detail?: string }[];
  /** Complaints to underline, by line (from 1). */
  problems?: readonly { line: number; message: string }[];
  /** Brought into the middle of the view when it is given (from 1). */
  line?: number | undefined;
};
