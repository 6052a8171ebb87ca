import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./packages.module.css";

type Version = { id: string; version: string; createdAt: string };
type Props = {
  versions: readonly Version[];
  shownId: string | undefined;
  onShow: (id: string) => void;
  /** Absent where a version cannot be deleted. */
  onDelete?: ((version: Version) => void) | undefined;
};

export function VersionsList({ versions, shownId, onShow, onDelete }: Props) {
  const { t } = useTranslation("packages");
  return (
    <section className={classes["card"]} aria-label={t("versions")}>
      <h2 className={classes["heading"]}>{t("versions")}</h2>
      <ul className={classes["uses"]}>
        {versions.map((version, index) => (
          <li key={version.id}>
            <button
              type="button"
              className={classes["version"]}
              aria-pressed={version.id === shownId}
              onClick={() => onShow(version.id)}
            >
              {version.version}
            </button>
            {index === 0 && <span className={classes["tag"]}>{t("latest")}</span>}
            <span className={classes["muted"]}>
              <RelativeTime at={version.createdAt} />
            </span>
            {onDelete && (
              <Button size="compact-xs" variant="subtle" color="red" onClick={() => onDelete(version)}>
                {t("deleteVersion.action", { version: version.version })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
