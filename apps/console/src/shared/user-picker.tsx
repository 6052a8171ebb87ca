// Chooses a person of an organisation; the server searches, so ten thousand people are no burden.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { personName } from "@parley/ui/person";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../generated/graphql.ts";
import type { ResultOf } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";

const usersQuery = graphql(`
  query GetUsersForNewTeam($accountId: ID!, $filter: UserFilter, $limit: Int) {
    users(accountId: $accountId, filter: $filter, limit: $limit) {
      id
      userName
      firstName
      lastName
      status
    }
  }
`);

export type PickedUser = ResultOf<typeof usersQuery>["users"][number];

type Props = {
  accountId: string;
  label: string;
  placeholder?: string;
  isLabelHidden?: boolean;
  /** Already chosen: shown, but not to be chosen again. */
  taken?: readonly string[];
  /** The person chosen now, for a field that holds one. */
  value?: PickedUser | undefined;
  isDisabled?: boolean;
  isClearable?: boolean;
  error?: string;
  onPick: (user: PickedUser | undefined) => void;
};

export function UserPicker({ accountId, label, isLabelHidden, taken = [], value, onPick, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const shownName = value ? personName(value) : "";
  const [search] = useDebouncedValue(typed === shownName ? "" : typed, 200);
  const { data } = useData(
    usersQuery,
    { accountId, filter: search ? { search } : {}, limit: 25 },
    { isPaused: !isOpen },
  );
  const found = data?.users ?? [];
  const options = value && !found.some((user) => user.id === value.id) ? [value, ...found] : found;
  return (
    <Select
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      placeholder={rest.placeholder ?? t("pickUser.placeholder")}
      data={options.map((user) => ({
        value: user.id,
        label: `${personName(user)} · ${user.userName}`,
        disabled: taken.includes(user.id),
      }))}
      value={value?.id ?? null}
      searchable
      clearable={rest.isClearable ?? false}
      disabled={rest.isDisabled ?? false}
      {...(rest.error ? { error: rest.error } : {})}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t("pickUser.nobody")}
      onDropdownOpen={() => setIsOpen(true)}
      onChange={(id) => {
        onPick(options.find((user) => user.id === id));
        if (value === undefined) setTyped("");
      }}
    />
  );
}
