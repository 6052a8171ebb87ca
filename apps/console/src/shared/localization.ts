// The languages and time zones an organisation can choose.
import { useMemo } from "react";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";

const configQuery = graphql(`
  query GetLocalizationSettingsConfig {
    localizationSettingsConfig {
      supportedUserLanguageCodes
      supportedProjectLanguageCodes
      locales {
        id
        name
        languageCode
      }
      timeZones {
        id
        identifier
        label
      }
    }
  }
`);

export function useLocalization() {
  const config = useData(configQuery, {}, { policy: "cache-first" }).data?.localizationSettingsConfig;
  return useMemo(() => {
    const offered = config?.supportedUserLanguageCodes ?? [];
    const languages = offered.map((code) => ({
      value: code,
      label: config?.locales.find((locale) => locale.languageCode === code)?.name ?? code,
    }));
    const timeZones = [...new Set(config?.timeZones.map((zone) => zone.identifier))];
    return { languages, timeZones };
  }, [config]);
}
