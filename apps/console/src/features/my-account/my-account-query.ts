import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const myAccountQuery = graphql(`
  query GetMyAccount {
    currentUser {
      id
      userName
      firstName
      lastName
      picture
      pictureFile {
        url
      }
      settings
      version
      requiredConsentStatus
      requiredConsentUpdatedAt
      optionalConsentStatus
      optionalConsentUpdatedAt
      defaultAccount {
        id
        name
      }
      listOfAuthMethods {
        accountAuthMethodSettingsId
        name
        providerId
        type
        isCustom
        isActive
        isCreationOne
      }
    }
  }
`);

export const updateMeMutation = graphql(`
  mutation UpdateUserLimited(
    $id: ID
    $firstName: String
    $lastName: String
    $picture: String
    $userIconId: ID
    $settings: JSON
    $requiredConsentStatus: ConsentStatusEnum
    $optionalConsentStatus: ConsentStatusEnum
    $version: Int
  ) {
    updateUserLimited(
      id: $id
      firstName: $firstName
      lastName: $lastName
      picture: $picture
      userIconId: $userIconId
      settings: $settings
      requiredConsentStatus: $requiredConsentStatus
      optionalConsentStatus: $optionalConsentStatus
      version: $version
    ) {
      id
      firstName
      lastName
      picture
      settings
      version
    }
  }
`);

export type Me = NonNullable<ResultOf<typeof myAccountQuery>["currentUser"]>;

export function useMe() {
  const { data, error, isLoading, reload } = useData(myAccountQuery, {});
  return { me: data?.currentUser ?? undefined, error, isLoading, reload };
}

/** Preferences are one JSON value: what a screen does not know is kept. */
export function settingsOf(me: Me): Readonly<Record<string, unknown>> {
  return typeof me.settings === "object" && me.settings !== null
    ? Object.fromEntries(Object.entries(me.settings))
    : {};
}
