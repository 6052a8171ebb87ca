/** What a flow may hold. Far above real use; there so that a broken or hostile import ends in a sentence. */
export const limits = {
  nodes: 10_000,
  fileCharacters: 12_000_000,
  idLength: 100,
  nameLength: 200,
  textLength: 20_000,
  jsonCharacters: 100_000,
  jsonDepth: 16,
  links: 200,
  tags: 50,
  variables: 100,
  reportedIssues: 100,
} as const;
