import { type ChatTurn, maxChatTurnLength, maxChatTurns } from '@virtual-courses/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import type { StreamEvent } from './ask-assistant.ts'
import { createConversation, sorry, unreadable } from './conversation.ts'
import type { Storage } from './stored-messages.ts'

function shelf(): Storage & { kept: Map<string, unknown> } {
  const kept = new Map<string, Parameters<Storage['write']>[1]>()
  return {
    kept,
    read: (userId) => kept.get(userId)?.slice() ?? null,
    write: (userId, messages) => void kept.set(userId, messages),
    clear: () => kept.clear(),
  }
}

const answering = (...events: (StreamEvent | Error)[]) =>
  async function* (_message: string, _history: readonly ChatTurn[], signal: AbortSignal) {
    for (const event of events) {
      signal.throwIfAborted()
      if (event instanceof Error) throw event
      yield event
    }
  }

/** Yields one piece, then waits until it is stopped. */
const hanging = (first?: StreamEvent) =>
  async function* (_message: string, _history: readonly ChatTurn[], signal: AbortSignal) {
    if (first) yield first
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

function begin(ask: Parameters<typeof createConversation>[0], storage: Storage = shelf()) {
  const conversation = createConversation(ask, storage)
  conversation.openFor('nila')
  return conversation
}
type Conversation = ReturnType<typeof begin>
const textsOf = (conversation: Conversation) =>
  conversation.read().messages.map(({ sender, text, greets }) => [sender, greets ? 'greeting' : text])

afterEach(() => vi.restoreAllMocks())

describe('a conversation', () => {
  it('starts with the greeting and writes the reply into its placeholder', async () => {
    const conversation = begin(answering({ reply: 'Learn ' }, { reply: 'React.' }))
    const steps: string[] = []
    conversation.subscribe(() => steps.push(conversation.read().messages.at(-1)?.text ?? ''))
    const sending = conversation.send('  What now?\n')
    expect(textsOf(conversation)).toEqual([
      ['bot', 'greeting'],
      ['user', 'What now?'],
      ['bot', ''],
    ])
    expect(conversation.read().writing).toBe(2)
    await sending
    expect(textsOf(conversation).at(-1)).toEqual(['bot', 'Learn React.'])
    expect(steps).toContain('Learn ')
    expect(conversation.read()).toMatchObject({ writing: null, latestReply: 'Learn React.' })
  })

  it('sends no blank text, and one message at a time', async () => {
    const conversation = begin(hanging())
    expect(await conversation.send(' \n\t ')).toBe(false)
    const first = conversation.send('one')
    expect(await conversation.send('two')).toBe(false)
    conversation.stop()
    expect(await first).toBe(true)
  })

  it('replaces a partial reply by an error of the stream', async () => {
    const conversation = begin(answering({ reply: 'half' }, { error: 'Too many messages' }, { reply: 'never' }))
    await conversation.send('x')
    expect(textsOf(conversation).slice(1)).toEqual([
      ['user', 'x'],
      ['bot', 'Error: Too many messages'],
    ])
  })

  it.each([
    ['a failure before', [new TypeError('Failed to fetch')]],
    ['a failure in the middle', [{ reply: 'half' }, new TypeError('network error')]],
    ['an empty answer', []],
  ])('shows the apology after %s', async (_name, events) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const conversation = begin(answering(...events))
    await conversation.send('x')
    expect(textsOf(conversation).at(-1)).toEqual(['bot', english._(sorry)])
    expect(conversation.read().writing).toBeNull()
  })

  it('reports that a part of the reply could not be read', async () => {
    const nothing = begin(answering({ unreadable: true }))
    await nothing.send('x')
    expect(textsOf(nothing).slice(2)).toEqual([['bot', english._(unreadable)]])
    const some = begin(answering({ reply: 'a' }, { unreadable: true }, { reply: 'b' }))
    await some.send('x')
    expect(textsOf(some).slice(2)).toEqual([
      ['bot', 'ab'],
      ['bot', english._(unreadable)],
    ])
    await some.send('y')
    expect(new Set(some.read().messages.map(({ id }) => id)).size).toBe(some.read().messages.length)
  })

  it('keeps a partial reply when it is stopped, and no empty one', async () => {
    const half = begin(hanging({ reply: 'half' }))
    const sending = half.send('x')
    await vi.waitFor(() => expect(textsOf(half).at(-1)).toEqual(['bot', 'half']))
    half.stop()
    await sending
    expect(half.read().messages.at(-1)).toMatchObject({ text: 'half', stopped: true })
    const none = begin(hanging())
    const waiting = none.send('x')
    none.stop()
    await waiting
    expect(textsOf(none).at(-1)).toEqual(['user', 'x'])
  })

  it('is restored after a reload, without partial replies, for its account only', async () => {
    const storage = shelf()
    const before = begin(hanging({ reply: 'half' }), storage)
    void before.send('x')
    await vi.waitFor(() => expect(textsOf(before).at(-1)).toEqual(['bot', 'half']))
    const after = createConversation(answering(), storage)
    after.openFor('nila')
    expect(textsOf(after)).toEqual([
      ['bot', 'greeting'],
      ['user', 'x'],
    ])
    storage.write('tara', [{ id: 0, sender: 'bot', text: '', greets: true }])
    after.openFor('tara')
    expect(textsOf(after)).toEqual([['bot', 'greeting']])
  })

  it('can be deleted together with a late reply', async () => {
    const storage = shelf()
    const conversation = begin(hanging({ reply: 'half' }), storage)
    const sending = conversation.send('x')
    await vi.waitFor(() => expect(textsOf(conversation).at(-1)).toEqual(['bot', 'half']))
    conversation.clear()
    await sending
    expect(textsOf(conversation)).toEqual([['bot', 'greeting']])
    expect(storage.kept.size).toBe(0)
  })

  it('keeps what is typed when the session ends, for the same account alone', () => {
    const conversation = begin(answering())
    conversation.setDraft('half a')
    conversation.clear()
    expect(conversation.read().draft).toBe('')
    conversation.openFor('nila')
    expect(conversation.read().draft).toBe('half a')
    conversation.clear()
    conversation.openFor('tara')
    conversation.openFor('nila')
    expect(conversation.read().draft).toBe('')
  })

  it('sends the last turns with a message, also after a reload, within the limits of the assistant', async () => {
    const sent: (readonly ChatTurn[])[] = []
    const replies = ['First', `${'A long line\n'.repeat(120)}`, 'Third', 'Fourth', 'Fifth']
    const ask = async function* (_message: string, history: readonly ChatTurn[]) {
      yield { reply: replies[sent.push(history) - 1] ?? '' }
    }
    const storage = shelf()
    const before = begin(ask, storage)
    await before.send('one')
    await before.send('two')
    const after = begin(ask, storage)
    await after.send('three')
    await after.send('four')
    await after.send('five')
    expect(sent[0]).toEqual([])
    expect(sent[1]).toEqual([
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'First' },
    ])
    expect(sent[2]?.slice(0, 3)).toEqual([...(sent[1] ?? []), { role: 'user', text: 'two' }])
    expect(sent[2]?.at(-1)?.text).toMatch(/^(?:A long line\n)+A long line$/)
    expect(sent[4]).toHaveLength(maxChatTurns)
    expect(sent[4]?.at(-1)).toEqual({ role: 'assistant', text: 'Fourth' })
    for (const { text } of sent.flat()) expect(text.length).toBeLessThanOrEqual(maxChatTurnLength)
  })

  it('sends no failed turns', async () => {
    const sent: (readonly ChatTurn[])[] = []
    const conversation = begin(async function* (_message: string, history: readonly ChatTurn[]) {
      if (sent.push(history) === 1) yield { error: 'Too many messages' }
      else yield { reply: 'Fine' }
    })
    await conversation.send('one')
    await conversation.send('two')
    expect(sent[1]).toEqual([{ role: 'user', text: 'one' }])
  })
})
