/** Sums over the attempts that have a question: `x` its marks as a part of its points, `y` the part of the other questions' points. */
export type Sums = { n: number; x: number; y: number; xx: number; yy: number; xy: number }

/** What is lost when sums of squares are nearly equal; below it a variance is none. */
const least = 1e-9

/**
 * Returns the correlation of a question's marks with those of all others (the corrected point-biserial one for questions that are right or
 * wrong); null where one of both is the same in all attempts.
 */
export function discriminationOf({ n, x, y, xx, yy, xy }: Sums): number | null {
  if (n < 2) return null
  const [varianceX, varianceY] = [xx / n - (x / n) ** 2, yy / n - (y / n) ** 2]
  if (varianceX < least || varianceY < least) return null
  const covariance = xy / n - (x / n) * (y / n)
  return Math.max(-1, Math.min(1, covariance / Math.sqrt(varianceX * varianceY)))
}

/** Adds an attempt: the marks of the question and of the whole, each with what they could be. */
export function addAttempt(
  { n, x, y, xx, yy, xy }: Sums,
  { marks, points, others, otherPoints }: { marks: number; points: number; others: number; otherPoints: number },
): Sums {
  const a = points === 0 ? 0 : marks / points
  // alone in its quiz, a question has nothing to be compared with
  const b = otherPoints === 0 ? 0 : others / otherPoints
  return { n: n + 1, x: x + a, y: y + b, xx: xx + a * a, yy: yy + b * b, xy: xy + a * b }
}

export const noSums: Sums = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }

/** Returns the text that most answers have, the first in order among equals; "" says nothing. */
export function mostOf(
  answers: readonly { text: string; attempts: number }[],
  fold: (text: string) => string,
): { text: string; attempts: number } | null {
  const counted = new Map<string, { text: string; attempts: number }>()
  for (const { text, attempts } of answers) {
    const key = fold(text)
    if (key === '') continue
    const known = counted.get(key)
    counted.set(key, { text: known?.text ?? text, attempts: attempts + (known?.attempts ?? 0) })
  }
  return (
    [...counted.values()].toSorted(
      (one, other) => other.attempts - one.attempts || (one.text < other.text ? -1 : 1),
    )[0] ?? null
  )
}
