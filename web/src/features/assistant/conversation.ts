import type { ChatTurn } from '@virtual-courses/contract'
import { createStore } from '#lib/create-store.ts'
import type { StreamEvent } from './ask-assistant.ts'
import { recentTurns } from './recent-turns.ts'
import type { Storage } from './stored-messages.ts'

export type ChatMessage = {
  id: number
  sender: 'bot' | 'user'
  text: string
  /** the reader stopped it before its end */
  stopped?: boolean
  /** no answer, but why there is none */
  failed?: boolean
}

export type ConversationView = {
  messages: readonly ChatMessage[]
  /** id of the reply that is being written; null when none is */
  writing: number | null
  /** the reply that came last, for screen readers: said once, when it is whole */
  news: string
  draft: string
}

/** The texts of the specification. */
export const greeting = 'Hello! How can I assist you today?'
export const sorry = 'Sorry, there was an error processing your request.'
export const unreadable = 'Failed to parse stream data.'

export const emptyConversation: ConversationView = {
  messages: [{ id: 0, sender: 'bot', text: greeting }],
  writing: null,
  news: '',
  draft: '',
}

type Ask = (message: string, history: readonly ChatTurn[], signal: AbortSignal) => AsyncIterable<StreamEvent>

/** What was said with the assistant. It outlives pages, and whoever it belongs to stays its only reader. */
export function createConversation(ask: Ask, storage: Storage) {
  const store = createStore(emptyConversation)
  let owner: string | null = null
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
  const add = (...said: Omit<ChatMessage, 'id'>[]) => {
    const { messages } = store.read()
    const next = (messages.at(-1)?.id ?? 0) + 1
    change({ messages: [...messages, ...said.map((one, place) => ({ ...one, id: next + place }))] })
    return next + said.length - 1
  }
  const replace = (id: number, put: ChatMessage[]) =>
    change({ messages: store.read().messages.flatMap((one) => (one.id === id ? put : [one])) })
  const textOf = (id: number) => store.read().messages.find((one) => one.id === id)?.text ?? ''

  /** What stands in the end where the reply was written. */
  function settle(id: number, put: ChatMessage[]): void {
    replace(id, put)
    change({ writing: null, news: put.map(({ text }) => text).join(' ') })
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
      if ('error' in event) return [{ ...bot(`Error: ${event.error}`), failed: true }]
      if ('reply' in event) replace(id, [bot(textOf(id) + event.reply)])
      else broken = true
    }
    const text = textOf(id)
    if (text.trim() === '') return [{ ...bot(broken ? unreadable : sorry), failed: true }]
    return broken ? [bot(text), { id: id + 1, sender: 'bot', text: unreadable, failed: true }] : [bot(text)]
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Shows what this account said before, and nothing of another one. */
    openFor(userId: string): void {
      if (owner === userId) return
      running?.abort()
      running = null
      owner = userId
      const before = storage.read(userId)
      store.write(before ? { ...emptyConversation, messages: before } : emptyConversation)
    },
    setDraft: (draft: string) => change({ draft }),
    /** Sends a message. Answers false, and does nothing, for blanks alone and while a reply is being written. */
    async send(text: string): Promise<boolean> {
      const message = text.trim()
      if (message === '' || running) return false
      const stop = new AbortController()
      running = stop
      const history = recentTurns(store.read().messages)
      const id = add({ sender: 'user', text: message }, { sender: 'bot', text: '' })
      change({ writing: id, draft: '', news: '' })
      keep()
      try {
        const put = await write(message, history, id, stop.signal)
        if (running === stop) settle(id, put)
      } catch (error) {
        // after `clear` it belongs to nobody any more
        if (running !== stop) return true
        const text = textOf(id)
        if (stop.signal.aborted) settle(id, text ? [{ id, sender: 'bot', text, stopped: true }] : [])
        else {
          console.warn(error)
          settle(id, [{ id, sender: 'bot', text: sorry, failed: true }])
        }
      }
      return true
    },
    /** Ends the reply that is being written; what came of it stays. */
    stop(): void {
      running?.abort()
    },
    /** Forgets everything: the account is no longer signed in here. */
    clear(): void {
      running?.abort()
      running = null
      owner = null
      storage.clear()
      store.write(emptyConversation)
    },
  }
}
