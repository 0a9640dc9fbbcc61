import type { ChatTurn } from '@virtual-courses/contract'

/** Courses of an answer that a follow-up may mean. */
const mostLinked = 8

/**
 * Ids of the courses that the last answer links to, in their order, each once. The text comes from the client: look the ids up
 * before anything is said of them, and use nothing else of it.
 */
export function linkedIds(history: readonly ChatTurn[]): string[] {
  const answer = history.findLast(({ role }) => role === 'assistant')?.text ?? ''
  const ids = Array.from(answer.matchAll(/\]\(\/viewcourse\/([\w-]{1,64})\)/g), ([, id = '']) => id)
  return [...new Set(ids)].slice(0, mostLinked)
}
