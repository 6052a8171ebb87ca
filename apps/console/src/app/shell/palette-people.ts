// People and teams in the palette: the server searches, so a large organisation is no burden.
import { useDebouncedValue } from "@mantine/hooks";
import { personName } from "@parley/ui/person";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Command } from "../../shared/commands.ts";
import { useRights } from "../../shared/rights.ts";
import { paths, urlTo } from "../../shared/urls.ts";

const peopleQuery = graphql(`
  query FindPeople($accountId: ID!, $search: String!) {
    users(accountId: $accountId, filter: { search: $search }, limit: 8) {
      id
      userName
      firstName
      lastName
    }
    teams(accountId: $accountId, search: $search) {
      id
      name
    }
  }
`);

export function usePalettePeople(orgId = "", query: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canRead = useRights(orgId || undefined)?.canReadAccess ?? false;
  const typed = query.trim();
  const [search] = useDebouncedValue(typed, 150);
  const isAsked = canRead && search.length > 1;
  const { data, isLoading } = useData(peopleQuery, { accountId: orgId, search }, { isPaused: !isAsked });
  const commands = useMemo((): readonly Command[] => {
    if (!isAsked || !data) return [];
    // The server may have found them by more than their name, so its word counts as theirs.
    const keywords = search;
    const people = data.users.map((user) => ({
      id: `user ${user.id}`,
      group: t("navigation.users"),
      label: personName(user),
      detail: user.userName,
      keywords,
      run: () => void navigate(`${urlTo(paths.users, { orgId })}?user=${user.id}`),
    }));
    const teams = data.teams.slice(0, 8).map((team) => ({
      id: `team ${team.id}`,
      group: t("navigation.teams"),
      label: team.name,
      keywords,
      run: () => void navigate(urlTo(paths.team, { orgId, teamId: team.id })),
    }));
    return [...people, ...teams];
  }, [isAsked, data, search, t, navigate, orgId]);
  return { commands, isSearching: canRead && typed.length > 1 && (isLoading || typed !== search) };
}
