export { extractEntities } from "./entities/extract.ts";
export { checkEntities } from "./entities/check.ts";
export { trainAndEvaluate, trainNlu } from "./trainer.ts";
export { loadModel } from "./model/load.ts";
export { intentsFromCsv, intentsToCsv } from "./exchange/csv.ts";
export { intentsFromRasaYaml, intentsToRasaYaml } from "./exchange/rasa-yaml.ts";
export type * from "./types.ts";
export { compileRegex } from "./entities/regex/find.ts";
export { search as searchRegex } from "./entities/regex/program.ts";
