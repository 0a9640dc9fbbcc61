import type { ChatTurn } from '@virtual-courses/contract'
import type { ModelTurn } from '#ports/language-model.ts'
import { visibleText } from '../inert/visible-text.ts'
import type { CourseFacts } from '../queries.ts'

/** Characters of all turns together that a model reads; the oldest are left out first. */
const most = 3000
const courseLink = /\[[^\]]*\]\(\/viewcourse\/([\w-]{1,64})\)/g

/**
 * What was said before, as a model may read it: visible text without links, in which courses that are published stand as
 * `[[id]]`. It begins with the user, and stays within a fixed size. The client may have made it up, so it proves nothing.
 */
export function modelTurns(history: readonly ChatTurn[], courses: readonly CourseFacts[]): ModelTurn[] {
  const known = new Set(courses.map(({ id }) => id))
  const turns: ModelTurn[] = []
  let left = most
  for (const { role, text } of history.toReversed()) {
    const plain = visibleText(text)
      .replace(/\[\[|\]\]/g, ' ')
      .replace(courseLink, (_, id: string) => (known.has(id) ? `[[${id}]]` : 'a course'))
      .replace(/\]\([^)]*\)/g, ']')
      .trim()
    if (plain === '') continue
    if (plain.length > left) break
    left -= plain.length
    turns.unshift({ role, text: plain })
  }
  const begin = turns.findIndex(({ role }) => role === 'user')
  return begin === -1 ? [] : turns.slice(begin)
}
