import { msg } from '@lingui/core/runtime-macro'
import type { Sentence } from '#core/languages/language.ts'
import { splitListed } from '../listed.ts'
import { type Draft, type Part, readPart, unreadPart } from '../read-part.ts'
import { hideEscaped, showEscaped } from './escapes.ts'
import { plainHtml } from './plain-html.ts'
import { type Answer, mostAnswers, readAnswers, readRange } from './read-answers.ts'
import { type Block, splitBlocks } from './split-blocks.ts'

/** A question that cannot be read, and why. */
class Unread extends Error {
  readonly why: Sentence
  constructor(why: Sentence) {
    super('unread')
    this.why = why
  }
}

const noAnswers = msg`There is no answer in braces: a text without a question, or one that people answer freely`
const badBraces = msg`Its braces do not fit together. A brace that is part of a text needs a backslash`

const blank = '_____'

/** Separates the parts of a block: what is asked, with a mark for each place of answers, and the answers there. */
function separateAnswers(text: string): { before: string[]; answers: string[] } {
  const pieces = text.split(/([{}])/)
  const [before, answers]: [string[], string[]] = [[], []]
  let inside = false
  for (const piece of pieces) {
    if (piece === '{' || piece === '}') {
      if (inside === (piece === '{')) throw new Unread(badBraces)
      inside = !inside
    } else (inside ? answers : before).push(piece)
  }
  if (inside) throw new Unread(badBraces)
  if (answers.length === 0) throw new Unread(noAnswers)
  if (answers.length > mostAnswers) throw new Unread(badBraces)
  return { before, answers }
}

/** Takes title and format from the beginning of a question; titles are names for lists, which a bank does not have. */
function takeHead(text: string): { text: string; isHtml: boolean } {
  const start = text.trimStart()
  const end = start.startsWith('::') ? start.indexOf('::', 2) : -1
  const rest = end === -1 ? start : start.slice(end + 2)
  const format = /^\s*\[(html|moodle|plain|markdown)\]/i.exec(rest)
  return { text: format ? rest.slice(format[0].length) : rest, isHtml: format?.[1]?.toLowerCase() === 'html' }
}

type Texts = { say: (text: string) => string; remarks: Sentence[] }

const isFull = ({ weight }: Answer): boolean => weight === null || weight > 99.9

/** The accepted texts of a field; those that would earn a part of the points cannot be kept. */
function acceptedOf(answers: readonly Answer[], { say, remarks }: Texts): string[] {
  const full = answers.filter(isFull)
  if (full.length < answers.length)
    remarks.push(msg`Answers for a part of the points are left out: a text is right or wrong`)
  return [...new Set(full.map(({ text }) => say(text)))]
}

function readChoices(answers: readonly Answer[], texts: Texts, kindOf: string | undefined): object {
  const { say, remarks } = texts
  const isOne = kindOf !== 'several' && answers.some(({ sign }) => sign === '=')
  const isRight = ({ sign, weight }: Answer) => (isOne ? sign === '=' : (weight ?? (sign === '=' ? 100 : 0)) > 0)
  const options = answers.map((answer) => ({ text: say(answer.text), right: isRight(answer) }))
  if (isOne) {
    if (answers.some(({ sign, weight }) => sign === '~' && weight !== null && weight > 0))
      remarks.push(msg`Choices for a part of the points count as wrong: one choice is right`)
    return { kind: 'one', options }
  }
  const weights = answers.filter(isRight).map(({ weight }) => weight ?? 100)
  if (weights.some((weight) => Math.abs(weight - 100 / weights.length) > 1))
    remarks.push(
      msg`The weights of its choices are left out: each right choice counts the same, a wrong one takes one away`,
    )
  return { kind: 'several', options }
}

function readPairs(answers: readonly Answer[], { say }: Texts, kind: string | undefined): object {
  const pairs = answers.map(({ text }) => {
    const at = text.indexOf('->')
    return { left: say(text.slice(0, at)), right: say(text.slice(at + 2)) }
  })
  if (kind === 'order') {
    const items = pairs.toSorted((one, other) => Number(one.right) - Number(other.right))
    return { kind: 'order', items: items.map(({ left }) => ({ text: left })) }
  }
  if (kind === 'gaps') return { kind: 'gaps', gaps: pairs.map(({ right }) => ({ accepted: splitListed(right) })) }
  return { kind: 'match', pairs }
}

function readNumeric(written: string, { remarks }: Texts, units: readonly string[]): object {
  const many = /^\s*[=~]/.test(written) ? (readAnswers(written) ?? []) : null
  const chosen = many ? many.find(isFull)?.text : written.split('#')[0]
  const range = readRange(chosen ?? '')
  if (!range) throw new Unread(msg`Its number cannot be read`)
  if (many && many.length > 1) remarks.push(msg`A question has one right number: the first with all points`)
  return { kind: 'number', ...range, units }
}

/** Returns what is said about answers, as lines of an explanation. */
const feedbackOf = (answers: readonly Answer[], { say }: Texts): string[] =>
  answers.filter(({ feedback }) => feedback !== '').map(({ text, feedback }) => `${say(text)}: ${say(feedback)}`)

const truth = /^\s*(T|TRUE|F|FALSE)\s*(?=#|$)/i

/** Reads a question with one place of answers. */
function readOne(
  { before, after, written }: { before: string; after: string; written: string },
  texts: Texts,
  { marks, units }: Block,
): { question: object; notes: string[] } {
  const { say } = texts
  const prompt = say(before)
  const whole = (mark: string) => say(after.trim() === '' ? before : `${before}${mark}${after}`)
  if (written === '') throw new Unread(noAnswers)
  if (written.startsWith('#')) {
    const notes = written.slice(1).split('#').slice(1).map(say)
    const question = readNumeric(written.slice(1), texts, units)
    const many = /^#\s*[=~]/.test(written) ? feedbackOf(readAnswers(written.slice(1)) ?? [], texts) : notes
    return { question: { ...question, prompt: whole(blank) }, notes: many }
  }
  const claim = truth.exec(written)
  if (claim) {
    const notes = written.slice(claim[0].length).split('#').slice(1).map(say)
    const right = claim[1]?.toUpperCase().startsWith('T') === true
    return { question: { kind: 'truth', prompt: whole(blank), right }, notes }
  }
  const answers = readAnswers(written)
  if (!answers) throw new Unread(msg`Its answers cannot be read: each begins with = or ~`)
  const notes = feedbackOf(answers, texts)
  const kind = marks.get('kind')
  if (answers.some(({ sign }) => sign === '~'))
    return { question: { ...readChoices(answers, texts, kind), prompt: whole(blank) }, notes }
  if (answers.every(({ text }) => text.includes('->')))
    return { question: { ...readPairs(answers, texts, kind), prompt: whole(blank) }, notes }
  const accepted = acceptedOf(answers, texts)
  if (after.trim() !== '' || kind === 'gaps')
    return { question: { kind: 'gaps', prompt: say(`${before}[[1]]${after}`), gaps: [{ accepted }] }, notes }
  return { question: { kind: 'text', prompt, accepted }, notes }
}

/** Reads a text with several places of answers: GIFT knows one, but files have them. */
function readGaps(before: readonly string[], written: readonly string[], texts: Texts): object {
  const gaps = written.map((one) => {
    const answers = readAnswers(one)
    if (!answers?.every(({ sign }) => sign === '=')) throw new Unread(badBraces)
    return { accepted: acceptedOf(answers, texts) }
  })
  const prompt = before.map((text, at) => (at < gaps.length ? `${text}[[${at + 1}]]` : text)).join('')
  return { kind: 'gaps', prompt: texts.say(prompt), gaps }
}

function readBlock(block: Block): Draft {
  const { text, isHtml } = takeHead(hideEscaped(block.text))
  const remarks: Sentence[] = []
  let isPlain = true
  const say = (one: string): string => {
    const shown = showEscaped(one)
    if (!isHtml) return shown
    const plain = plainHtml(shown)
    isPlain &&= plain.isPlain
    return plain.text
  }
  const texts = { say, remarks }
  const { before, answers } = separateAnswers(text)
  const [first = ''] = answers
  const at = answers.length === 1 ? first.indexOf('####') : -1
  const general = at === -1 ? '' : say(first.slice(at + 4))
  const place = {
    before: before[0] ?? '',
    after: before[1] ?? '',
    written: (at === -1 ? first : first.slice(0, at)).trim(),
  }
  const { question, notes } =
    answers.length === 1
      ? readOne(place, texts, block)
      : { question: readGaps(before, answers, texts), notes: [] as string[] }
  if (!isPlain) remarks.push(msg`Pictures, tables and styles of its HTML are left out`)
  const points = Number(block.marks.get('points') ?? 1)
  const explanation = [general, ...notes].filter((one) => one !== '').join('\n')
  return { question: { ...question, explanation, points }, tags: block.tags, remarks }
}

/** Reads a GIFT file: each question, or why it cannot be read. Never throws. */
export function readGift(file: string, most: number): Part[] {
  return splitBlocks(file, most).map((block) => {
    const place = { line: block.line, source: block.text }
    try {
      return readPart(place, readBlock(block))
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      return unreadPart(place, error.why)
    }
  })
}
