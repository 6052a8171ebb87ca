import { useTranslation } from "react-i18next";
import classes from "./users.module.css";

/** Green while the person is signed in somewhere. */
export function SessionDot({ isOn, hasWord = false }: { isOn: boolean; hasWord?: boolean }) {
  const { t } = useTranslation("users");
  const word = t(isOn ? "signedIn" : "signedOut");
  if (!hasWord && !isOn) return null;
  return (
    <span className={classes["session"]} title={word}>
      <span className={classes["dot"]} data-on={isOn || undefined} aria-hidden />
      <span className={hasWord ? undefined : classes["unseen"]}>{word}</span>
    </span>
  );
}
