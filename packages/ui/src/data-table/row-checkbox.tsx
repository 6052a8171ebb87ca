import classes from "./data-table.module.css";

type Props = {
  label: string;
  isChecked: boolean;
  isPartial?: boolean;
  isDisabled?: boolean;
  onChange: () => void;
};

/** A native checkbox: ten thousand rows want the lightest thing there is. */
export function RowCheckbox({ label, isChecked, isPartial = false, isDisabled = false, onChange }: Props) {
  return (
    <label className={classes["checkTarget"]}>
      <input
        type="checkbox"
        className={classes["check"]}
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        ref={(element) => {
          if (element) element.indeterminate = isPartial;
        }}
        onClick={(event) => event.stopPropagation()}
        onChange={onChange}
      />
    </label>
  );
}
