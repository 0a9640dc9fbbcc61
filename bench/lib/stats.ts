/** The value that this share (0 to 1) of a sorted list does not exceed. Throws on an empty list. */
export const quantile = (sorted: ArrayLike<number>, share: number): number => {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('A quantile of nothing was asked for')
  return value
}

/** The middle value; the mean of the two middle ones for an even count. Throws on an empty list. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new Error('The median of nothing was asked for')
  return (upper + lower) / 2
}
