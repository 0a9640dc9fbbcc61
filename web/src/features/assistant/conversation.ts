import { msg, t } from '@lingui/core/macro'
import { type ChatTurn, maxChatTurnLength, maxChatTurns } from '@virtual-courses/contract'
import { createStore } from '#lib/create-store.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { i18n } from '#lib/text/translator.ts'
import type { StreamEvent } from './ask-assistant.ts'
import type { ChatMessage, Storage } from './stored-messages.ts'

/**
 * The last turns of a conversation as the assistant takes them with a message: from the first message of the user on, without
 * failures, within its limits. A long reply ends with a whole line, so that no link is cut.
 */
function recentTurns(messages: readonly ChatMessage[]): ChatTurn[] {
  const start = messages.findIndex(({ sender }) => sender === 'user')
  if (start === -1) return []
  return messages
    .slice(start)
    .filter(({ text, failed }) => !failed && text.trim() !== '')
    .map(({ sender, text }): ChatTurn => ({ role: sender === 'user' ? 'user' : 'assistant', text: shortened(text) }))
    .slice(-maxChatTurns)
}

function shortened(text: string): string {
  if (text.length <= maxChatTurnLength) return text
  const cut = cutText(text, maxChatTurnLength)
  const end = Math.max(cut.lastIndexOf('\n'), 0)
  return end > 0 ? cut.slice(0, end) : cut.replace(/\[[^\]]*(?:\]\([^)]*)?$/, '').toWellFormed()
}

export type ConversationView = {
  messages: readonly ChatMessage[]
  /** id of the reply that is being written; null when none is */
  writing: number | null
  /** the latest complete reply, for screen readers */
  latestReply: string
  draft: string
}

/** The texts of the specification. */
export const greeting = msg`Hello! How can I assist you today?`
export const sorry = msg`Sorry, there was an error processing your request.`
export const unreadable = msg`Failed to parse stream data.`

export const emptyConversation: ConversationView = {
  messages: [{ id: 0, sender: 'bot', text: '', greets: true }],
  writing: null,
  latestReply: '',
  draft: '',
}

export type Ask = (message: string, history: readonly ChatTurn[], signal: AbortSignal) => AsyncIterable<StreamEvent>

/** The conversation with the assistant. It outlives pages, and belongs to one account. */
export function createConversation(ask: Ask, storage: Storage) {
  const store = createStore(emptyConversation)
  let owner: string | null = null
  /** what was typed as the session ended, for when it begins again */
  let typed: { owner: string; draft: string } | null = null
  let running: AbortController | null = null

  const change = (part: Partial<ConversationView>) => store.write({ ...store.read(), ...part })
  const keep = () => {
    const { messages, writing } = store.read()
    if (owner !== null)
      storage.write(
        owner,
        messages.filter(({ id }) => id !== writing),
      )
  }
  const add = (...added: Omit<ChatMessage, 'id'>[]) => {
    const { messages } = store.read()
    const next = (messages.at(-1)?.id ?? 0) + 1
    change({ messages: [...messages, ...added.map((message, index) => ({ ...message, id: next + index }))] })
    return next + added.length - 1
  }
  const replace = (id: number, put: ChatMessage[]) =>
    change({ messages: store.read().messages.flatMap((one) => (one.id === id ? put : [one])) })
  const textOf = (id: number) => store.read().messages.find((one) => one.id === id)?.text ?? ''

  /** Replaces the pending reply by its final messages. */
  function settle(id: number, put: ChatMessage[]): void {
    replace(id, put)
    change({ writing: null, latestReply: put.map(({ text }) => text).join(' ') })
    running = null
    keep()
  }

  async function write(
    message: string,
    history: readonly ChatTurn[],
    id: number,
    signal: AbortSignal,
  ): Promise<ChatMessage[]> {
    const bot = (text: string): ChatMessage => ({ id, sender: 'bot', text })
    let broken = false
    for await (const event of ask(message, history, signal)) {
      signal.throwIfAborted()
      if ('error' in event) return [{ ...bot(t`Error: ${{ reason: event.error }}`), failed: true }]
      if ('reply' in event) replace(id, [bot(textOf(id) + event.reply)])
      else broken = true
    }
    const text = textOf(id)
    if (text.trim() === '') return [{ ...bot(i18n._(broken ? unreadable : sorry)), failed: true }]
    return broken ? [bot(text), { id: id + 1, sender: 'bot', text: i18n._(unreadable), failed: true }] : [bot(text)]
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Shows the conversation of this account only. */
    openFor(userId: string): void {
      if (owner === userId) return
      running?.abort()
      running = null
      owner = userId
      const before = storage.read(userId)
      const draft = typed?.owner === userId ? typed.draft : ''
      typed = null
      store.write({ ...emptyConversation, ...(before && { messages: before }), draft })
    },
    setDraft: (draft: string) => change({ draft }),
    /** Sends a message. Returns false, and does nothing, for blank text and while a reply is being written. */
    async send(text: string): Promise<boolean> {
      const message = text.trim()
      if (message === '' || running) return false
      const stop = new AbortController()
      running = stop
      const history = recentTurns(store.read().messages)
      const id = add({ sender: 'user', text: message }, { sender: 'bot', text: '' })
      change({ writing: id, draft: '', latestReply: '' })
      keep()
      try {
        const put = await write(message, history, id, stop.signal)
        if (running === stop) settle(id, put)
      } catch (error) {
        // cleared meanwhile
        if (running !== stop) return true
        const text = textOf(id)
        if (stop.signal.aborted) settle(id, text ? [{ id, sender: 'bot', text, stopped: true }] : [])
        else {
          console.warn(error)
          settle(id, [{ id, sender: 'bot', text: i18n._(sorry), failed: true }])
        }
      }
      return true
    },
    /** Ends the reply that is being written; what came of it stays. */
    stop(): void {
      running?.abort()
    },
    /** Deletes everything but what is typed: the account is no longer signed in here. */
    clear(): void {
      running?.abort()
      running = null
      if (owner !== null) typed = { owner, draft: store.read().draft }
      owner = null
      storage.clear()
      store.write(emptyConversation)
    },
  }
}
