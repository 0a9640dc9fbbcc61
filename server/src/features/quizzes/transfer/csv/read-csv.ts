import { msg } from '@lingui/core/runtime-macro'
import type { QuestionKind } from '@virtual-courses/contract'
import { readCsvRows } from '#core/read-csv.ts'
import { decimalNumber } from '../decimal-number.ts'
import { splitListed } from '../listed.ts'
import { type Draft, type Part, readPart, unreadPart } from '../read-part.ts'
import { type Column, findColumns } from './columns.ts'

const mostCells = 100

/** Other words for kinds, as people and other systems write them. */
const kinds: Record<string, QuestionKind> = {
  one: 'one',
  'one choice': 'one',
  'multiple choice': 'one',
  several: 'several',
  'several choices': 'several',
  'multiple answers': 'several',
  truth: 'truth',
  'true or false': 'truth',
  'true/false': 'truth',
  number: 'number',
  numerical: 'number',
  text: 'text',
  'short text': 'text',
  'short answer': 'text',
  order: 'order',
  ordering: 'order',
  match: 'match',
  matching: 'match',
  gaps: 'gaps',
  'fill in the blanks': 'gaps',
}

const truths: Record<string, boolean> = {
  true: true,
  t: true,
  yes: true,
  1: true,
  false: false,
  f: false,
  no: false,
  0: false,
}
/** Returns the number of a cell; an empty one is `empty`, and what is no number is refused where questions are checked. */
const numberOf = (cell: string, empty?: number): number | undefined =>
  cell === '' ? empty : decimalNumber.test(cell) ? Number(cell) : Number.NaN

/** Returns what answers a question of a kind. */
function answersOf(kind: QuestionKind, cell: (column: Column) => string, answers: readonly string[]): object {
  switch (kind) {
    case 'one':
    case 'several': {
      const right = new Set(cell('right').match(/\d+/g)?.map(Number))
      return { options: answers.map((text, at) => ({ text, right: right.has(at + 1) })) }
    }
    case 'truth':
      return { right: truths[cell('right').toLowerCase()] }
    case 'number':
      return { value: numberOf(cell('right')), tolerance: numberOf(cell('tolerance'), 0), units: answers }
    case 'text':
      return { accepted: answers }
    case 'order':
      return { items: answers.map((text) => ({ text })) }
    case 'match':
      return {
        pairs: answers.map((pair) => {
          const [left = '', right = ''] = splitListed(pair)
          return { left, right }
        }),
      }
    case 'gaps':
      return { gaps: answers.map((texts) => ({ accepted: splitListed(texts) })) }
  }
}

/** Reads a table of questions, as `writeRow` writes it: each row, or why it cannot be read. Never throws. */
export function readCsv(text: string, most: number): Part[] {
  // the first row names the columns
  const { rows, broken, isCut, isTooBroken } = readCsvRows(text, { most: most + 1, mostCells })
  const [first, ...others] = rows
  const columns = first && findColumns(first.cells)
  if (!columns)
    return [
      unreadPart(
        { line: 1, source: first?.cells.join(', ') ?? text },
        msg`The first row has to name the columns, at least “kind” and “question”`,
      ),
    ]
  const parts = others.map(({ line, cells }) => {
    const cell = (column: Column) => cells[columns.of.get(column) ?? -1]?.trim() ?? ''
    const answers = columns.answers.map((at) => cells[at]?.trim() ?? '')
    while (answers.at(-1) === '') answers.pop()
    const place = { line, source: cells.filter((one) => one !== '').join(', ') }
    const kind = kinds[cell('kind').toLowerCase()]
    if (!kind) return unreadPart(place, msg`Its kind is not known: ${{ kind: cell('kind').slice(0, 40) }}`)
    const question = {
      kind,
      prompt: cell('question'),
      explanation: cell('explanation'),
      points: numberOf(cell('points'), 1),
      ...answersOf(kind, cell, answers),
    }
    const draft: Draft = { question, tags: splitListed(cell('tags')) }
    return readPart(place, draft)
  })
  const lost = broken.map((line) =>
    unreadPart({ line, source: '' }, msg`The quotation marks of this row do not fit together`),
  )
  const rest = unreadPart({ line: (others.at(-1) ?? first).line + 1, source: '' }, msg`From here on the rows are empty`)
  const unread = unreadPart(
    { line: broken.at(-1) ?? 1, source: '' },
    msg`Too many rows have quotation marks that do not fit together. From here on nothing is read`,
  )
  return [...parts, ...(isTooBroken ? [unread] : []), ...lost, ...(isCut ? [rest] : [])]
}
