import { clearMessages, messagesKey } from './chat-open.ts'

export type ChatMessage = {
  id: number
  sender: 'bot' | 'user'
  text: string
  /** the assistant's first words, in the reader's language, in place of `text` */
  greets?: boolean
  /** the user stopped it before its end */
  stopped?: boolean
  /** an error message instead of a reply */
  failed?: boolean
}

/** Keeps a conversation across page loads. */
export type Storage = {
  read(userId: string): ChatMessage[] | null
  write(userId: string, messages: readonly ChatMessage[]): void
  clear(): void
}

/** Number of the last messages that are kept. */
const maxStored = 100

const isMessage = (value: unknown): value is ChatMessage =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Number.isSafeInteger(value.id) &&
  'sender' in value &&
  (value.sender === 'bot' || value.sender === 'user') &&
  'text' in value &&
  typeof value.text === 'string'

/** Keeps the conversation of one account in this tab. Where storage is blocked, a reload loses it. */
export const storedMessages: Storage = {
  read(userId) {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(messagesKey) ?? 'null')
      if (typeof kept !== 'object' || kept === null || !('userId' in kept) || kept.userId !== userId) return null
      const messages = 'messages' in kept && Array.isArray(kept.messages) ? kept.messages : []
      return messages.length > 0 && messages.every(isMessage) ? messages : null
    } catch {
      return null
    }
  },
  write(userId, messages) {
    try {
      sessionStorage.setItem(messagesKey, JSON.stringify({ userId, messages: messages.slice(-maxStored) }))
    } catch {
      // private windows may forbid storage
    }
  },
  clear: clearMessages,
}
