import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./access-page.module.css";

const userAccessQuery = graphql(`
  query GetUserAccess($userId: ID!) {
    userAccess(userId: $userId) {
      id
      firstName
      lastName
      userAccounts {
        accountId
        account {
          id
          name
        }
        roles {
          id
          name
        }
      }
      userProjects {
        projectId
        projectRoles {
          id
          name
        }
      }
      assignedTeams {
        id
        name
        team_accounts {
          accountId
          roles {
            id
            name
          }
          team_account_projects {
            projectId
            projectRoles {
              id
              name
            }
          }
        }
      }
    }
  }
`);

/** One line on where else the person sits, as far as the viewer may see. */
export function SeatsElsewhere({ userId, organizationId }: { userId: string; organizationId: string }) {
  const { t } = useTranslation("access-lens");
  const { data } = useData(userAccessQuery, { userId });
  const user = data?.userAccess;
  if (!user) return null;
  const others = user.userAccounts.filter((seat) => seat.accountId !== organizationId);
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <p className={classes["hint"]}>
      {t("seats", {
        name,
        teams: user.assignedTeams.map((team) => team.name).join(", ") || t("none"),
        projects: user.userProjects.length,
        others: others.map((seat) => seat.account.name).join(", ") || t("none"),
      })}
    </p>
  );
}
