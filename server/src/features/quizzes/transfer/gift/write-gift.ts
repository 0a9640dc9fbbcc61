import type { QuestionInput } from '@virtual-courses/contract'
import { joinListed } from '../listed.ts'
import { escapeText, writeMark } from './escapes.ts'

const percent = (value: number): string => `%${Number(value.toFixed(5))}%`

const format = /^\[(html|moodle|plain|markdown)\]/i

/** An answer; a weight or a format is written where the text itself would be read as one. */
function answer(sign: '=' | '~', text: string, weight?: number): string {
  const written = weight ?? (text.startsWith('%') ? (sign === '=' ? 100 : 0) : undefined)
  return `${sign}${written === undefined ? '' : percent(written)}${format.test(text) ? '[markdown]' : ''}${escapeText(text)}`
}

const block = (answers: readonly string[]): string => `{\n${answers.map((one) => `\t${one}\n`).join('')}`

const pair = (left: string, right: string): string => `${answer('=', left)} -> ${escapeText(right)}`

/** Returns what stands in braces, without the brace that ends it. */
function answersOf(question: QuestionInput): string {
  switch (question.kind) {
    case 'one':
      return block(question.options.map(({ text, right }) => answer(right ? '=' : '~', text)))
    case 'several': {
      const share = 100 / question.options.filter(({ right }) => right).length
      return block(question.options.map(({ text, right }) => answer('~', text, right ? share : -share)))
    }
    case 'truth':
      return question.right ? '{T' : '{F'
    case 'number':
      return `{#${question.value}:${question.tolerance}`
    case 'text':
      return block(question.accepted.map((text) => answer('=', text)))
    case 'match':
      return block(question.pairs.map(({ left, right }) => pair(left, right)))
    case 'order':
      return block(question.items.map(({ text }, at) => pair(text, String(at + 1))))
    case 'gaps': {
      const [only, ...others] = question.gaps
      if (only && others.length === 0) return block(only.accepted.map((text) => answer('=', text)))
      return block(question.gaps.map(({ accepted }, at) => pair(`[[${at + 1}]]`, joinListed(accepted))))
    }
  }
}

const isOneGap = (question: QuestionInput): boolean => question.kind === 'gaps' && question.gaps.length === 1

/** What GIFT has no words for stands in a comment before the question: other systems leave it out, and get the nearest kind. */
function marksOf(question: QuestionInput, tags: readonly string[]): string[] {
  const isNamed = question.kind === 'order' || question.kind === 'gaps' || question.kind === 'several'
  return [
    ...(isNamed ? [writeMark('kind', question.kind)] : []),
    ...(question.points === 1 ? [] : [writeMark('points', String(question.points))]),
    ...(question.kind === 'number' ? question.units.map((unit) => writeMark('unit', unit)) : []),
    ...tags.map((tag) => writeMark('tag', tag)),
  ]
}

/** Returns a question as GIFT, with an empty line after it. `readGift` reads the same question from it. */
export function writeGift(question: QuestionInput, tags: readonly string[]): string {
  const marks = marksOf(question, tags)
  const [before = '', after = ''] = isOneGap(question) ? question.prompt.split('[[1]]') : [question.prompt]
  const explanation = question.explanation === '' ? '' : `####${escapeText(question.explanation)}`
  const comment = marks.length === 0 ? '' : `// ${marks.join(' ')}\n`
  const asked = [escapeText(before), isOneGap(question) ? '' : ' ']
  return [comment, '[markdown]', ...asked, answersOf(question), explanation, '}', escapeText(after), '\n\n'].join('')
}
