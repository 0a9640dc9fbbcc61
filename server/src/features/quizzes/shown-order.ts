import type { Question, QuizAnswer } from '@virtual-courses/contract'
import { rightIdOf } from './bank/rules.ts'
import { seedAt, shuffled } from './draw.ts'
import type { KeptAnswer } from './scoring.ts'

/** What decides the order in which a question of an attempt shows its choices. */
export type Showing = { seed: number; position: number; shuffleOptions: boolean }

/** Returns ids of choices, items or right sides in the order in which an attempt shows them. */
export function shownIds(question: Question, { seed, position, shuffleOptions }: Showing): string[] {
  // by their ids: a correction that moves them changes nothing in a running attempt
  const mixed = (ids: string[]) => shuffled(ids.toSorted(), seedAt(seed, position))
  switch (question.kind) {
    case 'one':
    case 'several': {
      const ids = question.options.map(({ id }) => id)
      return shuffleOptions ? mixed(ids) : ids
    }
    case 'order':
      return mixed(question.items.map(({ id }) => id))
    case 'match':
      return mixed(question.pairs.map(rightIdOf))
    default:
      return []
  }
}

/** Returns an answer as it is kept, from places in what the attempt shows; null when it does not fit the question. */
export function keepAnswer(question: Question, showing: Showing, answer: QuizAnswer): KeptAnswer | null {
  const ids = shownIds(question, showing)
  const byPlace = (places: readonly number[]): string[] | null => {
    const named = places.map((place) => ids[place])
    const known = named.filter((id) => id !== undefined)
    return known.length === places.length && new Set(known).size === known.length ? known : null
  }
  switch (answer.kind) {
    case 'one': {
      const [pick] = question.kind === 'one' ? (byPlace([answer.pick]) ?? []) : []
      return pick === undefined ? null : { kind: 'one', pick }
    }
    case 'several': {
      const picks = question.kind === 'several' ? byPlace(answer.picks) : null
      // one order for the same picks, so that the same answer is no change
      return picks && { kind: 'several', picks: picks.toSorted() }
    }
    case 'order': {
      const order = question.kind === 'order' ? byPlace(answer.order) : null
      return order && (order.length === ids.length || order.length === 0) ? { kind: 'order', order } : null
    }
    case 'match': {
      if (question.kind !== 'match' || answer.matches.length > question.pairs.length) return null
      const places = answer.matches.filter((place) => place !== null)
      if (!byPlace(places)) return null
      const chosen = question.pairs.flatMap(({ id }, at) => {
        const right = ids[answer.matches[at] ?? -1]
        return right === undefined ? [] : [[id, right] as const]
      })
      return { kind: 'match', matches: Object.fromEntries(chosen) }
    }
    case 'gaps': {
      if (question.kind !== 'gaps' || answer.texts.length > question.gaps.length) return null
      const filled = question.gaps.flatMap(({ id }, at) => (answer.texts[at] ? [[id, answer.texts[at]] as const] : []))
      return { kind: 'gaps', texts: Object.fromEntries(filled) }
    }
    default:
      return question.kind === answer.kind ? answer : null
  }
}

/** Returns a kept answer with the places in what the attempt shows; null when the question has another form by now. */
export function showAnswer(question: Question, showing: Showing, answer: KeptAnswer | null): QuizAnswer | null {
  if (answer?.kind !== question.kind) return null
  const ids = shownIds(question, showing)
  const placesOf = (named: readonly string[]) => named.map((id) => ids.indexOf(id)).filter((place) => place >= 0)
  switch (answer.kind) {
    case 'one': {
      const [pick] = placesOf([answer.pick])
      return pick === undefined ? null : { kind: 'one', pick }
    }
    case 'several':
      return { kind: 'several', picks: placesOf(answer.picks).toSorted((a, b) => a - b) }
    case 'order':
      return { kind: 'order', order: placesOf(answer.order) }
    case 'match':
      return question.kind !== 'match'
        ? null
        : { kind: 'match', matches: question.pairs.map(({ id }) => placesOf([answer.matches[id] ?? ''])[0] ?? null) }
    case 'gaps':
      return question.kind !== 'gaps'
        ? null
        : { kind: 'gaps', texts: question.gaps.map(({ id }) => answer.texts[id] ?? '') }
    default:
      return answer
  }
}

/** Returns the right answer to a question, as it is kept. */
export function rightAnswer(question: Question): KeptAnswer {
  switch (question.kind) {
    case 'one':
      return { kind: 'one', pick: question.options.find(({ right }) => right)?.id ?? '' }
    case 'several':
      return {
        kind: 'several',
        picks: question.options
          .filter(({ right }) => right)
          .map(({ id }) => id)
          .toSorted(),
      }
    case 'truth':
      return { kind: 'truth', value: question.right }
    case 'number':
      return { kind: 'number', text: [question.value, ...question.units.slice(0, 1)].join(' ') }
    case 'text':
      return { kind: 'text', text: question.accepted[0] ?? '' }
    case 'order':
      return { kind: 'order', order: question.items.map(({ id }) => id) }
    case 'match':
      return { kind: 'match', matches: Object.fromEntries(question.pairs.map((pair) => [pair.id, rightIdOf(pair)])) }
    case 'gaps':
      return {
        kind: 'gaps',
        texts: Object.fromEntries(question.gaps.map(({ id, accepted }) => [id, accepted[0] ?? ''])),
      }
  }
}
