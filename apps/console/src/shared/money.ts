/** Small amounts keep four digits: a turn costs fractions of a cent. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    maximumFractionDigits: Math.abs(amount) > 0 && Math.abs(amount) < 1 ? 4 : 2,
  }).format(amount);
}
