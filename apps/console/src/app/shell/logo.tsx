import classes from "./logo.module.css";

export function Logo() {
  return (
    <span className={classes["logo"]}>
      <img src="/icon.svg" alt="" width={20} height={20} />
      Parley
    </span>
  );
}
