/** US dollars with two digits. */
export function dollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
