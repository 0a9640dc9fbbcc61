import { foldText, type Question } from '@virtual-courses/contract'
import { z } from 'zod'
import { rightIdOf } from './bank/rules.ts'

/** An answer as it is kept: choices by their ids, whatever order an attempt shows them in. */
export const KeptAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), pick: z.string() }),
  z.object({ kind: z.literal('several'), picks: z.array(z.string()) }),
  z.object({ kind: z.literal('truth'), value: z.boolean() }),
  z.object({ kind: z.literal('number'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('order'), order: z.array(z.string()) }),
  /** id of the pair of a left side, and of the right side that was chosen */
  z.object({ kind: z.literal('match'), matches: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('gaps'), texts: z.record(z.string(), z.string()) }),
])
export type KeptAnswer = z.output<typeof KeptAnswer>

/** Returns a typed text in the form in which it is compared: without case, accents and spellings that differ in a dot, and spaces as one. */
export const foldTyped = (text: string): string => foldText(text).trim()

const digits = /[\u0966-\u096f]/g
const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?/i
/** 1,23,456.7 or 123,456.7: commas between groups, the last of three digits. */
const grouped = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(?!\d)(\.\d+)?/
/** 3,5 */
const comma = /^[+-]?\d+,\d+(?![\d,])/

/** Reads a number and the unit behind it, as people type them; null without a number. Digits may be those of Devanagari. */
export function readNumber(text: string): { value: number; unit: string } | null {
  const typed = text
    .normalize('NFKC')
    .replace(digits, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\s+/g, '')
  const found = grouped.exec(typed)?.[0]
  const decimal = found === undefined ? comma.exec(typed)?.[0] : undefined
  const number = found ?? decimal ?? plain.exec(typed)?.[0]
  if (number === undefined) return null
  const value = Number(decimal === undefined ? number.replaceAll(',', '') : number.replace(',', '.'))
  return Number.isFinite(value) ? { value, unit: typed.slice(number.length) } : null
}

const foldUnit = (unit: string): string => unit.normalize('NFKC').replace(/\s+/g, '')

function isNear(value: number, right: number, tolerance: number): boolean {
  // what binary fractions add to decimal ones: 0.3 is within 0.1 of 0.2
  const slack = 1e-9 * Math.max(Math.abs(right), tolerance)
  return Math.abs(value - right) <= tolerance + slack
}

/** Returns the share of texts that are right; more than one accepted text counts for each. */
const shareOf = (all: number, right: number): number => (all === 0 ? 0 : right / all)

const accepts = (accepted: readonly string[], text: string | undefined): boolean =>
  text !== undefined && accepted.some((one) => foldTyped(one) === foldTyped(text))

/** Returns whether an answer says anything. One that says nothing costs nothing. */
export function isAnswered(answer: KeptAnswer | null): answer is KeptAnswer {
  if (!answer) return false
  switch (answer.kind) {
    case 'several':
      return answer.picks.length > 0
    case 'number':
    case 'text':
      return answer.text !== ''
    case 'order':
      return answer.order.length > 0
    case 'match':
      return Object.keys(answer.matches).length > 0
    case 'gaps':
      return Object.values(answer.texts).some((text) => text !== '')
    default:
      return true
  }
}

/**
 * Returns how much of a question an answer has right, from 0 to 1.
 * - several choices: right picks less wrong picks, of the right ones, not below 0
 * - order: items at their place; match: left sides with their right side, or one that reads the same; gaps: those that are filled rightly
 * - all others: all or nothing
 */
export function shareRight(question: Question, answer: KeptAnswer | null): number {
  if (answer?.kind !== question.kind) return 0
  switch (question.kind) {
    case 'one': {
      const pick = answer.kind === 'one' ? answer.pick : undefined
      return question.options.some(({ id, right }) => right && id === pick) ? 1 : 0
    }
    case 'several': {
      const picks = new Set(answer.kind === 'several' ? answer.picks : [])
      const picked = question.options.filter(({ id }) => picks.has(id))
      const right = picked.filter((option) => option.right).length
      const all = question.options.filter((option) => option.right).length
      return Math.max(0, shareOf(all, right - (picked.length - right)))
    }
    case 'truth':
      return answer.kind === 'truth' && answer.value === question.right ? 1 : 0
    case 'number': {
      const read = answer.kind === 'number' ? readNumber(answer.text) : null
      if (!read || !isNear(read.value, question.value, question.tolerance)) return 0
      if (question.units.length === 0) return read.unit === '' ? 1 : 0
      return question.units.some((unit) => foldUnit(unit) === read.unit) ? 1 : 0
    }
    case 'text':
      return answer.kind === 'text' && accepts(question.accepted, answer.text) ? 1 : 0
    case 'order': {
      const order = answer.kind === 'order' ? answer.order : []
      return shareOf(question.items.length, question.items.filter(({ id }, at) => order[at] === id).length)
    }
    case 'match': {
      const matches = answer.kind === 'match' ? answer.matches : {}
      const rightOf = new Map(question.pairs.map((pair) => [rightIdOf(pair), pair.right]))
      const right = question.pairs.filter((pair) => {
        const chosen = matches[pair.id]
        return chosen !== undefined && rightOf.get(chosen) === pair.right
      })
      return shareOf(question.pairs.length, right.length)
    }
    case 'gaps': {
      const texts = answer.kind === 'gaps' ? answer.texts : {}
      return shareOf(
        question.gaps.length,
        question.gaps.filter(({ id, accepted }) => accepts(accepted, texts[id])).length,
      )
    }
  }
}

/** Hundredths of a point. */
export const hundredths = (points: number): number => Math.round(points * 100)

/** Returns the marks of an answer in hundredths of a point: what is right of its points, or for an answer without anything right less than 0. */
export function marksOf(question: Question, answer: KeptAnswer | null, negativePercent: number): number {
  const share = shareRight(question, answer)
  if (share === 0 && isAnswered(answer)) return 0 - question.points * negativePercent
  return hundredths(share * question.points)
}

/** An answer with its question. `setMarks`: by an educator, in place of those of the key. */
export type MarkedAnswer = { question: Question; answer: KeptAnswer | null; setMarks: number | null }

/** Returns the marks of each answer by its key, those of the whole attempt, never below 0, and whether it has passed. */
export function markAttempt(
  answers: readonly MarkedAnswer[],
  { negativePercent, passPercent, maxMarks }: { negativePercent: number; passPercent: number; maxMarks: number },
): { each: number[]; marks: number; passed: boolean } {
  const each = answers.map(({ question, answer }) => marksOf(question, answer, negativePercent))
  const sum = answers.reduce((total, { setMarks }, at) => total + (setMarks ?? each[at] ?? 0), 0)
  const marks = Math.max(0, sum)
  return { each, marks, passed: marks * 100 >= passPercent * maxMarks }
}
