import type { Question, QuizAnswer } from '@virtual-courses/contract'
import fc from 'fast-check'
import { rightIdOf } from '../../src/features/quizzes/bank/rules.ts'
import { foldTyped, type KeptAnswer } from '../../src/features/quizzes/scoring.ts'
import { keepAnswer, type Showing, showAnswer, shownIds } from '../../src/features/quizzes/shown-order.ts'

const common = { prompt: fc.constant('What?'), explanation: fc.constant(''), points: fc.integer({ min: 1, max: 100 }) }
const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => foldTyped(text) !== '')
const words = (minLength: number) =>
  fc.uniqueArray(word, { minLength, maxLength: 12, selector: (text) => foldTyped(text) })
const idOf = (at: number) => `item-${at}`

/** Questions of every kind, as they are kept. */
export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ ...common, texts: words(2), right: fc.nat() }).map(({ texts, right, ...rest }) => ({
    kind: 'one' as const,
    ...rest,
    options: texts.map((text, at) => ({ id: idOf(at), text, right: at === right % texts.length })),
  })),
  fc
    .record({
      ...common,
      texts: words(2),
      first: fc.nat(),
      rights: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    })
    .map(({ texts, first, rights, ...rest }) => ({
      kind: 'several' as const,
      ...rest,
      options: texts.map((text, at) => ({
        id: idOf(at),
        text,
        right: at === first % texts.length || rights[at] === true,
      })),
    })),
  fc.record({ ...common, kind: fc.constant('truth' as const), right: fc.boolean() }),
  fc.record({
    ...common,
    kind: fc.constant('number' as const),
    value: fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 100),
    tolerance: fc.constantFrom(0, 0.01, 0.5, 3),
    units: fc.constantFrom<string[]>([], ['m'], ['m/s²', 'm s^-2'], ['kg', 'किलो']),
  }),
  fc.record({ ...common, kind: fc.constant('text' as const), accepted: words(1) }),
  fc.record({ ...common, texts: words(2) }).map(({ texts, ...rest }) => ({
    kind: 'order' as const,
    ...rest,
    items: texts.map((text, at) => ({ id: idOf(at), text })),
  })),
  fc
    .record({ ...common, texts: words(2), rights: fc.array(word, { minLength: 12, maxLength: 12 }) })
    .map(({ texts, rights, ...rest }) => ({
      kind: 'match' as const,
      ...rest,
      pairs: texts.map((left, at) => ({ id: idOf(at), left, right: rights[at] ?? 'x' })),
    })),
  fc
    .record({ ...common, accepted: fc.array(words(1), { minLength: 1, maxLength: 12 }) })
    .map(({ accepted, ...rest }) => ({
      kind: 'gaps' as const,
      ...rest,
      gaps: accepted.map((texts, at) => ({ id: idOf(at), accepted: texts })),
    })),
)

const place = fc.nat({ max: 11 })
/** What a student may send for one of them, or for another. */
export const anyAnswer: fc.Arbitrary<QuizAnswer> = fc.oneof(
  fc.record({ kind: fc.constant('one' as const), pick: place }),
  fc.record({ kind: fc.constant('several' as const), picks: fc.uniqueArray(place, { maxLength: 12 }) }),
  fc.record({ kind: fc.constant('truth' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('number' as const), text: fc.oneof(word, fc.double().map(String)) }),
  fc.record({ kind: fc.constant('text' as const), text: word }),
  fc.record({ kind: fc.constant('order' as const), order: fc.uniqueArray(place, { maxLength: 12 }) }),
  fc.record({ kind: fc.constant('match' as const), matches: fc.array(fc.option(place), { maxLength: 12 }) }),
  fc.record({
    kind: fc.constant('gaps' as const),
    texts: fc.array(fc.oneof(word, fc.constant('')), { maxLength: 12 }),
  }),
)
export const anyShowing = fc.record({
  seed: fc.integer(),
  position: fc.nat({ max: 199 }),
  shuffleOptions: fc.boolean(),
})

/** A question with an answer that fits it, from whatever was sent. */
export const anyAnswered = fc
  .record({ question: anyQuestion, showing: anyShowing, answer: anyAnswer })
  .map((all) => ({ ...all, kept: keepAnswer(all.question, all.showing, all.answer) }))

/** What another key of a question may take. */
export const anyKey = fc.record({
  shift: fc.integer({ min: 1, max: 11 }),
  flips: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  value: fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 100),
  tolerance: fc.constantFrom(0, 0.01, 0.5, 3),
  units: fc.constantFrom<string[]>([], ['m'], ['kg', 'किलो']),
  accepted: fc.array(
    words(1).map((texts) => texts.slice(0, 10)),
    { minLength: 12, maxLength: 12 },
  ),
})
export type AnyKey = typeof anyKey extends fc.Arbitrary<infer Key> ? Key : never

/** The same question as an educator corrects its key: by flags or an order, or by texts that are typed at other places. */
export function withKey(question: Question, { shift, flips, value, tolerance, units, accepted }: AnyKey): Question {
  const moved = <Part>(parts: readonly Part[]): Part[] =>
    parts.map((_, at) => parts[(at + shift) % parts.length] as Part) // an index below the length
  const retyped = <Part extends { text: string }>(parts: readonly Part[]): Part[] => {
    const texts = moved(parts.map(({ text }) => text))
    return parts.map((part, at) => ({ ...part, text: texts[at] ?? part.text }))
  }
  switch (question.kind) {
    case 'one': {
      if (flips[0]) return { ...question, options: retyped(question.options) }
      const rights = moved(question.options.map(({ right }) => right))
      return { ...question, options: question.options.map((one, at) => ({ ...one, right: rights[at] === true })) }
    }
    case 'several': {
      const options = question.options.map((one, at) => ({ ...one, right: flips[at] ? !one.right : one.right }))
      return {
        ...question,
        options: options.map((one, at) => (options.some(({ right }) => right) ? one : { ...one, right: at === 0 })),
      }
    }
    case 'truth':
      return { ...question, right: !question.right }
    case 'number':
      return { ...question, value, tolerance, units }
    case 'text':
      return { ...question, accepted: accepted[0] ?? [] }
    case 'order':
      return { ...question, items: flips[0] ? retyped(question.items) : moved(question.items) }
    case 'match': {
      const rights = moved(question.pairs.map(({ right }) => right))
      return { ...question, pairs: question.pairs.map((pair, at) => ({ ...pair, right: rights[at] ?? '' })) }
    }
    case 'gaps':
      return { ...question, gaps: question.gaps.map((gap, at) => ({ ...gap, accepted: accepted[at] ?? gap.accepted })) }
  }
}

/** The texts of what a question shows in their order. */
function shownTexts(question: Question, showing: Showing): string[] {
  const texts = new Map(
    question.kind === 'one' || question.kind === 'several'
      ? question.options.map(({ id, text }) => [id, text])
      : question.kind === 'order'
        ? question.items.map(({ id, text }) => [id, text])
        : question.kind === 'match'
          ? question.pairs.map((pair) => [rightIdOf(pair), pair.right])
          : [],
  )
  return shownIds(question, showing).map((id) => texts.get(id) ?? '')
}

/** The answer that says in one attempt what another says in its own: the same texts, wherever they are shown. */
export function sameAnswer(
  answer: KeptAnswer | null,
  from: { question: Question; showing: Showing },
  to: { question: Question; showing: Showing },
): KeptAnswer | null {
  const shown = showAnswer(from.question, from.showing, answer)
  if (!shown) return null
  const [before, after] = [shownTexts(from.question, from.showing), shownTexts(to.question, to.showing)]
  const used = new Set<number>()
  const placeOf = (place: number): number => {
    const found = after.findIndex((text, at) => text === before[place] && !used.has(at))
    used.add(found)
    return found
  }
  const moved = (): QuizAnswer => {
    switch (shown.kind) {
      case 'one':
        return { kind: 'one', pick: placeOf(shown.pick) }
      case 'several':
        return { kind: 'several', picks: shown.picks.map(placeOf) }
      case 'order':
        return { kind: 'order', order: shown.order.map(placeOf) }
      case 'match':
        return { kind: 'match', matches: shown.matches.map((place) => (place === null ? null : placeOf(place))) }
      default:
        return shown
    }
  }
  return keepAnswer(to.question, to.showing, moved())
}
