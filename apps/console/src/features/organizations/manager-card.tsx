import { Person } from "@parley/ui/person";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./organizations.module.css";

const userQuery = graphql(`
  query GetUserById($id: ID!) {
    userById(id: $id) {
      id
      firstName
      lastName
      userName
      email
      picture
      pictureFile {
        url
      }
    }
  }
`);

/** Who looks after the organisation, with the address to write to. */
export function ManagerCard({ userId }: { userId: string }) {
  const { data } = useData(userQuery, { id: userId });
  const user = data?.userById;
  if (!user) return null;
  return (
    <a className={classes["manager"]} href={`mailto:${user.email}`}>
      <Person
        person={{ ...user, picture: user.pictureFile?.url ?? user.picture }}
        size="md"
        detail={user.email}
      />
    </a>
  );
}
