import { personName } from "@parley/ui/person";
import type { PersonLike } from "@parley/ui/person";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./teams.module.css";

type Props = { members: readonly (PersonLike & { id: string })[]; onRemove: (id: string) => void };

export function MemberChips({ members, onRemove }: Props) {
  const { t } = useTranslation("teams");
  if (members.length === 0) return null;
  return (
    <ul className={classes["chips"]}>
      {members.map((member) => (
        <li key={member.id}>
          {personName(member)}
          <button
            type="button"
            aria-label={t("removeMember", { name: personName(member) })}
            onClick={() => onRemove(member.id)}
          >
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
