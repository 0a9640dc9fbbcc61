import type { Question } from '@virtual-courses/contract'
import { rightIdOf } from '../bank/rules.ts'
import { isAnswered, type KeptAnswer } from '../scoring.ts'
import { joinListed } from './listed.ts'

/** Returns an answer in words: choices and items by their texts, several of them joined by bars; "" for none. */
export function readableAnswer(question: Question, answer: KeptAnswer | null): string {
  if (!isAnswered(answer) || answer.kind !== question.kind) return ''
  const textsOf = (items: readonly { id: string; text: string }[]) => new Map(items.map(({ id, text }) => [id, text]))
  switch (question.kind) {
    case 'one':
      return answer.kind === 'one' ? (textsOf(question.options).get(answer.pick) ?? '') : ''
    case 'several': {
      const picks = new Set(answer.kind === 'several' ? answer.picks : [])
      return joinListed(question.options.filter(({ id }) => picks.has(id)).map(({ text }) => text))
    }
    case 'truth':
      return answer.kind === 'truth' ? String(answer.value) : ''
    case 'order': {
      const texts = textsOf(question.items)
      return joinListed(answer.kind === 'order' ? answer.order.map((id) => texts.get(id) ?? '') : [])
    }
    case 'match': {
      const rights = new Map(question.pairs.map((pair) => [rightIdOf(pair), pair.right]))
      const matches = answer.kind === 'match' ? answer.matches : {}
      return joinListed(question.pairs.map(({ id, left }) => `${left}: ${rights.get(matches[id] ?? '') ?? ''}`))
    }
    case 'gaps': {
      const texts = answer.kind === 'gaps' ? answer.texts : {}
      return joinListed(question.gaps.map(({ id }) => texts[id] ?? ''))
    }
    default:
      return answer.kind === 'number' || answer.kind === 'text' ? answer.text : ''
  }
}
