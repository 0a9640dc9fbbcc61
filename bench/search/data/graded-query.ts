/** A search as somebody might type it. `wanted` is empty for what must find nothing. */
export type GradedQuery = {
  query: string
  kind: string
  /** course key to grade: 3 just this, 2 good, 1 acceptable */
  wanted: Record<string, number>
}

/** Writes queries of one kind as lines `query | course=3 another=1`; nothing after the bar means that nothing may be found. */
export const ofKind = (kind: string, lines: string): GradedQuery[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [query = '', wanted = ''] = line.split('|').map((part) => part.trim())
      const grades = wanted
        .split(' ')
        .filter(Boolean)
        .map((one) => one.split('='))
      return { query, kind, wanted: Object.fromEntries(grades.map(([key = '', grade]) => [key, Number(grade)])) }
    })
