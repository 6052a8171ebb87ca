// The languages and time zones a person can choose. They hardly change, so the cache answers first.
import { useMemo } from "react";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const languagesQuery = graphql(`
  query GetLanguagesLimited {
    locales {
      id
      name
      locale
      languageCode
    }
  }
`);

const timeZonesQuery = graphql(`
  query GetTimeZonesLimited {
    timeZones {
      id
      identifier
      label
    }
  }
`);

/** The texts exist in these languages. */
const translated = new Set(["en"]);

export function useOwnLocalization() {
  const locales = useData(languagesQuery, {}, { policy: "cache-first" }).data?.locales;
  const zones = useData(timeZonesQuery, {}, { policy: "cache-first" }).data?.timeZones;
  return useMemo(() => {
    const byCode = new Map(locales?.map((locale) => [locale.languageCode, locale.name]));
    return {
      languages: [...byCode]
        .filter(([code]) => translated.has(code))
        .map(([value, label]) => ({ value, label })),
      timeZones: [...new Set(zones?.map((zone) => zone.identifier))],
    };
  }, [locales, zones]);
}
