import type { QuestionInput } from '@virtual-courses/contract'
import { joinListed } from '../listed.ts'
import { header } from './columns.ts'

type Cells = { right?: string | number; tolerance?: number; answers: readonly string[] }

/** Returns what answers a question: `right` names choices by their numbers. */
function cellsOf(question: QuestionInput): Cells {
  switch (question.kind) {
    case 'one':
    case 'several': {
      const numbers = question.options.flatMap(({ right }, at) => (right ? [at + 1] : []))
      return { right: numbers.join(', '), answers: question.options.map(({ text }) => text) }
    }
    case 'truth':
      return { right: question.right ? 'true' : 'false', answers: [] }
    case 'number':
      return { right: question.value, tolerance: question.tolerance, answers: question.units }
    case 'text':
      return { answers: question.accepted }
    case 'order':
      return { answers: question.items.map(({ text }) => text) }
    case 'match':
      return { answers: question.pairs.map(({ left, right }) => joinListed([left, right])) }
    case 'gaps':
      return { answers: question.gaps.map(({ accepted }) => joinListed(accepted)) }
  }
}

/** Returns a question as a row below `header`. */
export function writeRow(question: QuestionInput, tags: readonly string[]): (string | number)[] {
  const { right = '', tolerance = '', answers } = cellsOf(question)
  const { kind, prompt, points, explanation } = question
  const row = [kind, prompt, points, joinListed(tags), explanation, right, tolerance, ...answers]
  return [...row, ...new Array<string>(Math.max(0, header.length - row.length)).fill('')]
}
