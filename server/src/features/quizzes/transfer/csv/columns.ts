import { maxAccepted } from '@virtual-courses/contract'

/** Columns of a table of questions. They are the same in every language, so that a table can be read where it was not written. */
const columns = ['kind', 'question', 'points', 'tags', 'explanation', 'right', 'tolerance'] as const
export type Column = (typeof columns)[number]

const answers = Array.from({ length: maxAccepted }, (_, at) => `answer ${at + 1}`)
export const header: readonly string[] = [...columns, ...answers]

/** Returns which cell of a row has a column, by the first row of a table; null when it names no question. */
export function findColumns(names: readonly string[]): { of: ReadonlyMap<Column, number>; answers: number[] } | null {
  const known = names.map((name) => name.trim().toLowerCase().replace(/\s+/g, ' '))
  const of = new Map(
    columns.flatMap((column) => {
      const at = known.indexOf(column)
      return at === -1 ? [] : [[column, at] as const]
    }),
  )
  const places = answers.map((name) => known.indexOf(name)).filter((at) => at !== -1)
  return of.has('kind') && of.has('question') ? { of, answers: places } : null
}
