import type { ChatTurn } from '@virtual-courses/contract'
import type { ModelTurn } from '#ports/language-model.ts'
import { visibleText } from './sanitise-line.ts'

/** Characters of all turns together that a model reads; the oldest are left out first. */
const mostTurnCharacters = 3000

/**
 * What was said before, as a model may read it: visible text without what `plain` takes out of it. It begins with the user, and stays within
 * a fixed size. The client may have made it up, so it proves nothing.
 */
export function modelTurns(history: readonly ChatTurn[], plain: (text: string) => string): ModelTurn[] {
  const turns: ModelTurn[] = []
  let left = mostTurnCharacters
  for (const { role, text } of history.toReversed()) {
    const read = plain(visibleText(text)).trim()
    if (read === '') continue
    if (read.length > left) break
    left -= read.length
    turns.unshift({ role, text: read })
  }
  const begin = turns.findIndex(({ role }) => role === 'user')
  return begin === -1 ? [] : turns.slice(begin)
}
