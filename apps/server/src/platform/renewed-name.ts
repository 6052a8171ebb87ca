/**
 * A name for a prepared statement about tables that grow. PostgreSQL plans it for the tables as they are, and where
 * there is hardly a row that means reading them whole, for as long as the plan is kept. With each digit more of its uses
 * the statement gets another name, and so another plan.
 */
export function renewedName(name: string): () => string {
  let uses = 0;
  return () => {
    uses += 1;
    return `${name}-${String(uses).length}`;
  };
}
