/** One decimal, and plain `0` when there are no ratings. */
export function ratingText(average: number): string {
  return average > 0 ? average.toFixed(1) : '0'
}
