/** Names of fields as people say them: generalSettings and accountManagerId are "general settings, account manager". */
export function fieldWords(fields: readonly string[]): string {
  const words = fields.map((field) =>
    field.replace(/Ids?$/u, "").replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`),
  );
  return [...new Set(words)].join(", ");
}
