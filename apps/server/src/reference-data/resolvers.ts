import { requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { listLocales, listProducts, listTimeZones } from "./queries.ts";

export const resolvers: Resolvers = {
  Query: {
    async allToolProducts(_, __, ctx) {
      requireUser(ctx.viewer);
      return (await listProducts(ctx.db)).filter((product) => product.isTool);
    },
    allProducts(_, __, ctx) {
      requireUser(ctx.viewer);
      return listProducts(ctx.db);
    },
    async localizationSettingsConfig(_, __, ctx) {
      requireUser(ctx.viewer);
      const [locales, timeZones] = await Promise.all([listLocales(ctx.db), listTimeZones(ctx.db)]);
      return {
        supportedUserLanguageCodes: locales
          .filter((locale) => locale.forUsers)
          .map((locale) => locale.languageCode),
        supportedProjectLanguageCodes: locales
          .filter((locale) => locale.forProjects)
          .map((locale) => locale.languageCode),
        locales,
        timeZones,
      };
    },
    locales(_, __, ctx) {
      requireUser(ctx.viewer);
      return listLocales(ctx.db);
    },
    timeZones(_, __, ctx) {
      requireUser(ctx.viewer);
      return listTimeZones(ctx.db);
    },
  },
};
