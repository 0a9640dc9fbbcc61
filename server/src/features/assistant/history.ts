import type { ChatTurn } from '@virtual-courses/contract'

/** Courses of an answer that a follow-up may mean. */
const mostLinked = 8

/**
 * Ids of the courses that the last answer links to, in their order, each once. The text comes from the client: look the ids up
 * before anything is said of them, and use nothing else of it.
 */
export const linkedIds = (history: readonly ChatTurn[]): string[] =>
  linksIn(history.findLast(({ role }) => role === 'assistant')?.text ?? '')

/** The same of the last answer that links to several; of the last one where none does. */
export const severalLinked = (history: readonly ChatTurn[]): string[] =>
  history
    .filter(({ role }) => role === 'assistant')
    .map(({ text }) => linksIn(text))
    .findLast((ids) => ids.length > 1) ?? linkedIds(history)

function linksIn(answer: string): string[] {
  const ids = Array.from(answer.matchAll(/\]\(\/viewcourse\/([\w-]{1,64})\)/g), ([, id = '']) => id)
  return [...new Set(ids)].slice(0, mostLinked)
}
