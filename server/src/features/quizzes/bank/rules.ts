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

type Known = { id: string; text: string }

/**
 * Returns an id for each of some texts: that of the same text before, so that what was answered goes where the text goes; then the one that
 * is named for it, one that such a move has left, or a new one.
 */
function idsFor(texts: readonly string[], named: readonly (string | undefined)[], { before, newId }: Before): string[] {
  const left = new Map(before.map(({ id, text }) => [id, text]))
  const known = new Set(left.keys())
  const take = (id: string | undefined) => (id !== undefined && left.delete(id) ? id : undefined)
  const stay = texts.map((text, at) => (left.get(named[at] ?? '') === text ? take(named[at]) : undefined))
  const moved = texts.map((text, at) => stay[at] ?? take([...left].find(([, one]) => one === text)?.[0]))
  const kept = moved.map((id, at) => id ?? take(named[at]))
  return kept.map((id, at) => id ?? (known.has(named[at] ?? '') ? take([...left.keys()][0]) : undefined) ?? newId())
}
type Before = { before: readonly Known[]; newId: () => string }

/** The id of the right side of a pair, by which it is kept that it was chosen. */
export const rightIdOf = ({ id, rightId }: { id: string; rightId?: string | undefined }): string => rightId ?? id

/** Returns a question whose items have ids, of `old` as far as they are the same: a key is corrected by flags, by an order, or by texts. */
export function withIds(input: QuestionInput, old: Question | null, newId: () => string): Question {
  const identified = <T extends Item>(items: readonly T[], textOf: (item: T) => string, before: readonly Known[]) => {
    const ids = idsFor(
      items.map(textOf),
      items.map(({ id }) => id),
      { before, newId },
    )
    return items.map((item, at) => ({ ...item, id: ids[at] ?? newId() }))
  }
  switch (input.kind) {
    case 'one':
    case 'several':
      return {
        ...input,
        options: identified(input.options, ({ text }) => text, old?.kind === input.kind ? old.options : []),
      }
    case 'order':
      return { ...input, items: identified(input.items, ({ text }) => text, old?.kind === 'order' ? old.items : []) }
    case 'match': {
      const former = old?.kind === 'match' ? old.pairs : []
      const lefts = former.map(({ id, left }) => ({ id, text: left }))
      const pairs = identified(input.pairs, ({ left }) => left, lefts)
      const rightsBefore = new Map(former.map((pair) => [pair.id, rightIdOf(pair)]))
      const rights = idsFor(
        pairs.map(({ right }) => right),
        pairs.map(({ id }) => rightsBefore.get(id)),
        { before: former.map((pair) => ({ id: rightIdOf(pair), text: pair.right })), newId },
      )
      return { ...input, pairs: pairs.map((pair, at) => ({ ...pair, rightId: rights[at] })) }
    }
    case 'gaps':
      return {
        ...input,
        gaps: identified(
          input.gaps,
          ({ id = '' }) => id,
          old?.kind === 'gaps' ? old.gaps.map(({ id }) => ({ id, text: id })) : [],
        ),
      }
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
