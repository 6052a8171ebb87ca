/** The values of /metrics that have no labels, by name. */
export async function metricsOf(apiUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [name, value] = line.split(" ");
    if (name && value !== undefined && !line.startsWith("#")) values.set(name, Number(value));
  }
  return values;
}
