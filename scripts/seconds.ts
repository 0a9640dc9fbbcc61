/** Milliseconds for people: `0.4 s`, `72 s`. */
export function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return `${value.toFixed(value < 10 ? 1 : 0)} s`
}
