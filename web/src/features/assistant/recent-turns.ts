import { type ChatTurn, maxChatTurnLength, maxChatTurns } from '@virtual-courses/contract'
import type { ChatMessage } from './conversation.ts'

/**
 * The last turns of a conversation as the assistant takes them with a message: from the first message of the user on, without
 * failures, within its limits. A long answer ends with a whole line, so that no link is cut.
 */
export function recentTurns(messages: readonly ChatMessage[]): ChatTurn[] {
  const begin = messages.findIndex(({ sender }) => sender === 'user')
  if (begin === -1) return []
  return messages
    .slice(begin)
    .filter(({ text, failed }) => !failed && text.trim() !== '')
    .map(({ sender, text }): ChatTurn => ({ role: sender === 'user' ? 'user' : 'assistant', text: shortened(text) }))
    .slice(-maxChatTurns)
}

function shortened(text: string): string {
  if (text.length <= maxChatTurnLength) return text
  const cut = text.slice(0, maxChatTurnLength)
  const end = Math.max(cut.lastIndexOf('\n'), 0)
  return end > 0 ? cut.slice(0, end) : cut.replace(/\[[^\]]*(?:\]\([^)]*)?$/, '').toWellFormed()
}
