// Members in two groups: of this organisation, and of others with their home organisation.
import { ActionIcon, NativeSelect } from "@mantine/core";
import { Person, personName } from "@parley/ui/person";
import type { PersonLike } from "@parley/ui/person";
import { StatusBadge } from "@parley/ui/status-badge";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserPicker } from "../../shared/user-picker.tsx";
import type { PickedUser } from "../../shared/user-picker.tsx";
import { useOrganizations } from "../../shared/viewer.tsx";
import type { TeamDetails } from "./team-details.ts";
import classes from "./teams.module.css";

type Props = {
  team: TeamDetails;
  picked: readonly PickedUser[];
  value: readonly string[];
  isDisabled: boolean;
  onChange: (userIds: string[], picked?: PickedUser) => void;
};

type Row = PersonLike & { id: string; userName: string; home?: string | null | undefined; isStaged: boolean };

export function TeamMembers({ team, picked, value, isDisabled, onChange }: Props) {
  const { t } = useTranslation("teams");
  const organizations = useOrganizations();
  const [fromId, setFromId] = useState(team.accountId);
  const known = team.assignedMembers.filter((member) => value.includes(member.id));
  const staged = picked.filter(
    (person) => value.includes(person.id) && !team.assignedMembers.some((member) => member.id === person.id),
  );
  const asRow = (member: TeamDetails["assignedMembers"][number]): Row => ({
    ...member,
    picture: member.pictureFile?.url ?? member.picture,
    home: member.homeAccountName,
    isStaged: false,
  });
  const own = known.filter((member) => !member.isFromOtherAccount).map(asRow);
  const others = known.filter((member) => member.isFromOtherAccount).map(asRow);
  const fresh = staged.map((person): Row => ({ ...person, isStaged: true }));
  const remove = (id: string) => onChange(value.filter((other) => other !== id));
  return (
    <>
      {!isDisabled && (
        <div className={classes["adder"]}>
          <NativeSelect
            label={t("from")}
            value={fromId}
            data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setFromId(event.currentTarget.value)}
          />
          <UserPicker
            key={fromId}
            accountId={fromId}
            label={t("addMember")}
            taken={value}
            onPick={(user) => user && onChange([...value, user.id], user)}
          />
        </div>
      )}
      {fresh.length > 0 && <Group title={t("stagedMembers")} rows={fresh} onRemove={remove} />}
      <Group
        title={t("ownMembers", { count: own.length })}
        rows={own}
        {...(isDisabled ? {} : { onRemove: remove })}
      />
      {others.length > 0 && (
        <Group
          title={t("otherMembers", { count: others.length })}
          rows={others}
          showsHome
          {...(isDisabled ? {} : { onRemove: remove })}
        />
      )}
    </>
  );
}

type GroupProps = {
  title: string;
  rows: readonly Row[];
  showsHome?: boolean;
  onRemove?: (id: string) => void;
};

function Group({ title, rows, showsHome = false, onRemove }: GroupProps) {
  const { t } = useTranslation("teams");
  return (
    <section className={classes["group"]} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className={classes["muted"]}>{t("noMembers")}</p>}
      <ul className={classes["members"]}>
        {rows.map((row) => (
          <li key={row.id}>
            <Person person={row} size="md" detail={row.userName} />
            {row.isStaged && <StatusBadge tone="info" label={t("notSaved")} />}
            {showsHome && <span className={classes["home"]}>{row.home}</span>}
            {onRemove && (
              <ActionIcon
                aria-label={t("removeMember", { name: personName(row) })}
                onClick={() => onRemove(row.id)}
              >
                <IconX size={15} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
