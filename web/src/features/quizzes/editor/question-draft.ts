import type { BodyInput, api as calls, QuestionInput, QuestionKind } from '@virtual-courses/contract'

export type QuestionBody = BodyInput<typeof calls.quizBank.create>['question']

/** A row of a question: a choice, an item, a pair or a gap. */
export type DraftRow = { key: string; id?: string; text: string; other: string; right: boolean }

/** A question as the editor has it: with what all kinds need, so that changing the kind loses nothing. */
export type QuestionDraft = {
  kind: QuestionKind
  prompt: string
  explanation: string
  points: string
  tags: string
  rows: DraftRow[]
  truth: boolean
  value: string
  tolerance: string
  units: string
  accepted: string
}

/** Between the accepted texts of a gap, as they are shown; without spaces it is one, too. */
export const gapSeparator = ' / '

let count = 0
const newKey = () => `row-${++count}`
export const emptyRow = (): DraftRow => ({ key: newKey(), text: '', other: '', right: false })

export const emptyDraft = (): QuestionDraft => ({
  kind: 'one',
  prompt: '',
  explanation: '',
  points: '1',
  tags: '',
  rows: [{ ...emptyRow(), right: true }, emptyRow(), emptyRow()],
  truth: true,
  value: '',
  tolerance: '0',
  units: '',
  accepted: '',
})

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const tagsOf = ({ tags }: QuestionDraft): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

const withId = <T extends object>({ id }: DraftRow, rest: T) => ({ ...(id !== undefined && { id }), ...rest })
const isFilled = ({ text, other }: DraftRow) => text.trim() !== '' || other.trim() !== ''

/** Nothing is no number; the server says so. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** Returns what the server is sent; it decides whether that is a question. */
export function bodyOf(draft: QuestionDraft): QuestionBody {
  const { kind, prompt, explanation } = draft
  const common = { prompt, explanation, points: Number(draft.points) }
  const rows = draft.rows.filter(isFilled)
  switch (kind) {
    case 'one':
    case 'several':
      return { kind, ...common, options: rows.map((row) => withId(row, { text: row.text, right: row.right })) }
    case 'truth':
      return { kind, ...common, right: draft.truth }
    case 'number':
      return {
        kind,
        ...common,
        value: numberOf(draft.value),
        tolerance: numberOf(draft.tolerance),
        units: lines(draft.units.replaceAll(',', '\n')),
      }
    case 'text':
      return { kind, ...common, accepted: lines(draft.accepted) }
    case 'order':
      return { kind, ...common, items: rows.map((row) => withId(row, { text: row.text })) }
    case 'match':
      return { kind, ...common, pairs: rows.map((row) => withId(row, { left: row.text, right: row.other })) }
    case 'gaps':
      return {
        kind,
        ...common,
        gaps: rows.map((row) => withId(row, { accepted: lines(row.text.replaceAll('/', '\n')) })),
      }
  }
}

type Item = { id?: string | undefined }
const rowOf = ({ id }: Item, rest: Partial<DraftRow>): DraftRow => ({
  ...emptyRow(),
  ...(id !== undefined && { id }),
  ...rest,
})

/** Returns a stored question as the editor has it. */
export function draftOf(question: QuestionInput, tags: readonly string[]): QuestionDraft {
  const draft = {
    ...emptyDraft(),
    kind: question.kind,
    prompt: question.prompt,
    explanation: question.explanation,
    points: String(question.points),
    tags: tags.join(', '),
  }
  switch (question.kind) {
    case 'one':
    case 'several':
      return { ...draft, rows: question.options.map((one) => rowOf(one, { text: one.text, right: one.right })) }
    case 'truth':
      return { ...draft, truth: question.right }
    case 'number':
      return {
        ...draft,
        value: String(question.value),
        tolerance: String(question.tolerance),
        units: question.units.join(', '),
      }
    case 'text':
      return { ...draft, accepted: question.accepted.join('\n') }
    case 'order':
      return { ...draft, rows: question.items.map((one) => rowOf(one, { text: one.text })) }
    case 'match':
      return { ...draft, rows: question.pairs.map((one) => rowOf(one, { text: one.left, other: one.right })) }
    case 'gaps':
      return { ...draft, rows: question.gaps.map((one) => rowOf(one, { text: one.accepted.join(gapSeparator) })) }
  }
}
