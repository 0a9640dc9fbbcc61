import { foldText, type Question, type QuestionInput } from '@virtual-courses/contract'

type Item = { id?: string | undefined }

/** Returns the items of a question that have ids: choices, items, pairs or gaps. */
export function itemsOf(question: QuestionInput): readonly Item[] {
  switch (question.kind) {
    case 'one':
    case 'several':
      return question.options
    case 'order':
      return question.items
    case 'match':
      return question.pairs
    case 'gaps':
      return question.gaps
    default:
      return []
  }
}

/** Returns a question whose items have ids: present ones where they name one of `known`, once, and new ones. */
export function withIds(input: QuestionInput, known: ReadonlySet<string>, newId: () => string): Question {
  const taken = new Set<string>()
  const identified = <T extends Item>(items: readonly T[]) =>
    items.map((item) => {
      const id = item.id !== undefined && known.has(item.id) && !taken.has(item.id) ? item.id : newId()
      taken.add(id)
      return { ...item, id }
    })
  switch (input.kind) {
    case 'one':
    case 'several':
      return { ...input, options: identified(input.options) }
    case 'order':
      return { ...input, items: identified(input.items) }
    case 'match':
      return { ...input, pairs: identified(input.pairs) }
    case 'gaps':
      return { ...input, gaps: identified(input.gaps) }
    default:
      return input
  }
}

const idsOf = (question: Question): string =>
  itemsOf(question)
    .map(({ id }) => id)
    .toSorted()
    .join()

/** Whether answers to one form of a question can be marked by another: it has the same kind, points and items. */
export const fitsAnswers = (one: Question, other: Question): boolean =>
  one.kind === other.kind && one.points === other.points && idsOf(one) === idsOf(other)

/** Returns all texts of a question in which there may be formulas. `secret`: those that no one sees before the key. */
export function textsOf(question: Question): { open: string[]; secret: string[] } {
  const open = [question.prompt]
  if (question.kind === 'one' || question.kind === 'several') open.push(...question.options.map(({ text }) => text))
  if (question.kind === 'order') open.push(...question.items.map(({ text }) => text))
  if (question.kind === 'match') open.push(...question.pairs.flatMap(({ left, right }) => [left, right]))
  return { open, secret: [question.explanation] }
}

/** Returns the texts and tags of a question as they are searched. */
export function foldedOf(question: Question, tags: readonly string[]): string {
  const accepted =
    question.kind === 'text'
      ? question.accepted
      : question.kind === 'gaps'
        ? question.gaps.flatMap((gap) => gap.accepted)
        : []
  const { open, secret } = textsOf(question)
  return foldText([...open, ...accepted, ...secret, ...tags].join(' '))
}
