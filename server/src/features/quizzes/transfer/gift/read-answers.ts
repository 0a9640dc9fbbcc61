import { decimalNumber } from '../decimal-number.ts'

/** An answer of a GIFT question; its texts still have their escaped characters hidden. */
export type Answer = {
  sign: '=' | '~'
  /** percent; null where none is written */
  weight: number | null
  text: string
  feedback: string
}

const weighted = /^%(-?\d{1,3}(?:\.\d{1,10})?)%/
const format = /^\s*\[(?:html|moodle|plain|markdown)\]/i

function readAnswer(sign: '=' | '~', written: string): Answer {
  const start = written.trimStart()
  const weight = weighted.exec(start)
  const rest = (weight ? start.slice(weight[0].length) : start).replace(format, '')
  const at = rest.indexOf('#')
  return {
    sign,
    weight: weight ? Number(weight[1]) : null,
    text: (at === -1 ? rest : rest.slice(0, at)).trim(),
    feedback: at === -1 ? '' : rest.slice(at + 1).trim(),
  }
}

/** Answers of one question that are read; no question of ours has as many. */
export const mostAnswers = 200

/** Takes the answers apart; null where something stands before the first, and for more than can be read. */
export function readAnswers(written: string): Answer[] | null {
  const starts: number[] = []
  for (let at = 0; at < written.length && starts.length <= mostAnswers; at++)
    if (written[at] === '=' || written[at] === '~') starts.push(at)
  if (starts.length === 0 || starts.length > mostAnswers || written.slice(0, starts[0]).trim() !== '') return null
  return starts.map((start, at) =>
    readAnswer(written[start] === '=' ? '=' : '~', written.slice(start + 1, starts[at + 1] ?? written.length)),
  )
}

const readNumber = (text: string): number | null => (decimalNumber.test(text.trim()) ? Number(text.trim()) : null)

/** Returns a number without what binary fractions add to decimal ones. */
const decimal = (value: number): number => Number(value.toPrecision(14))

/** Reads `3.14:0.01` or `3..5`; null where there is no number. */
export function readRange(written: string): { value: number; tolerance: number } | null {
  const [from, to] = written.split('..')
  if (to !== undefined && from !== undefined) {
    const [low, high] = [readNumber(from), readNumber(to)]
    return low === null || high === null || high < low
      ? null
      : { value: decimal((low + high) / 2), tolerance: decimal((high - low) / 2) }
  }
  const [main = '', beside] = written.split(':')
  const [value, tolerance] = [readNumber(main), beside === undefined ? 0 : readNumber(beside)]
  return value === null || tolerance === null ? null : { value, tolerance }
}
