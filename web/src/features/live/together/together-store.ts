import { t } from '@lingui/core/macro'
import {
  type BodyInput,
  api as calls,
  events,
  isolate,
  type LiveMessage,
  type LiveNotes,
  type LivePoll,
  type LiveQuestionState,
  maxListedQuestions,
  type OwnLivePoll,
} from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { openLiveConnection } from '#lib/connection/live-connection.ts'
import { createStore } from '#lib/create-store.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { maxKeptMessages } from '../room-state.ts'

export type TogetherState = {
  /** whether the rest was read once; what changes later comes by events */
  read: 'loading' | 'done' | 'failed'
  polls: readonly OwnLivePoll[]
  /** open ones first, each kind oldest first */
  questions: readonly LiveMessage[]
  /** marks of messages that were changed after they were sent, by their ids */
  marks: ReadonlyMap<string, LiveQuestionState | undefined>
  /** null while they were not read */
  notes: LiveNotes | null
}

type NewPoll = BodyInput<typeof calls.liveTogether.makePoll>

/** Open questions first, each kind oldest first. */
const inOrder = (questions: readonly LiveMessage[]): LiveMessage[] =>
  questions.toSorted(
    (a, b) =>
      Number(a.question === 'answered') - Number(b.question === 'answered') || a.timestamp.localeCompare(b.timestamp),
  )

/** Returns the questions after a message was sent, or marked: at most as many as the server lists. */
export function putQuestion(questions: readonly LiveMessage[], message: LiveMessage): readonly LiveMessage[] {
  const others = questions.filter(({ _id }) => _id !== message._id)
  if (message.question) return inOrder([...others, message]).slice(0, maxListedQuestions)
  return others.length === questions.length ? questions : others
}

/** Returns the marks after one changed; those that changed longest ago go where there are more than messages. */
export function putMark(marks: TogetherState['marks'], { _id, question }: LiveMessage): TogetherState['marks'] {
  const others = [...marks].filter(([id]) => id !== _id)
  return new Map([...others, [_id, question] as const].slice(-maxKeptMessages))
}

/** Returns the polls after one changed; what the user chose stays unless the change says it. */
export function putPoll(polls: readonly OwnLivePoll[], poll: LivePoll & { chosen?: number[] }): OwnLivePoll[] {
  const known = polls.find(({ _id }) => _id === poll._id)
  const own = { chosen: known?.chosen ?? [], ...poll }
  return known ? polls.map((one) => (one._id === own._id ? own : one)) : [...polls, own]
}

/** What participants of a room do together: questions, polls, notes. `load` is called when the room was entered, and again after a lost connection. */
export function createTogether({ lectureId, roomId }: { lectureId: string; roomId: string }) {
  const store = createStore<TogetherState>({ read: 'loading', polls: [], questions: [], marks: new Map(), notes: null })
  const live = openLiveConnection()
  const params = { lectureId }
  const set = (change: Partial<TogetherState>) => store.write({ ...store.read(), ...change })
  const takePoll = (poll: LivePoll & { chosen?: number[] }) => set({ polls: putPoll(store.read().polls, poll) })
  const takeMessage = (message: LiveMessage) => {
    const { questions, marks } = store.read()
    set({ questions: putQuestion(questions, message), marks: putMark(marks, message) })
  }

  live.on(events.live.message, (message) => message.question && takeMessage(message))
  live.on(events.live.messageDeleted, ({ _id }) =>
    set({ questions: store.read().questions.filter((one) => one._id !== _id) }),
  )
  live.on(events.liveTogether.marked, takeMessage)
  live.on(events.liveTogether.poll, (event) => {
    if (event.roomId !== roomId) return
    const before = store.read().polls.find(({ _id }) => _id === event.poll._id)
    takePoll(event.poll)
    if (!before && event.poll.state === 'open') toast.info(t`A poll: ${{ question: isolate(event.poll.question) }}`)
  })
  live.on(events.liveTogether.pollDeleted, (event) => {
    if (event.roomId === roomId) set({ polls: store.read().polls.filter(({ _id }) => _id !== event.pollId) })
  })
  live.on(events.liveTogether.notes, (event) => event.roomId === roomId && set({ notes: event.notes }))

  /** Runs a call; an error is shown as a message. Resolves with the reply, or null. */
  async function attempt<T>(call: Promise<T>): Promise<T | null> {
    try {
      return await call
    } catch (error) {
      toast.error(failureOf(error, t`This did not work. Please try again.`))
      return null
    }
  }

  return {
    store,
    async load(): Promise<void> {
      if (store.read().read === 'failed') set({ read: 'loading' })
      const done = await attempt(
        Promise.all([
          browserApi(calls.liveTogether.polls, { params }),
          browserApi(calls.liveTogether.questions, { params }),
          browserApi(calls.liveTogether.notes, { params }),
        ]).then(([{ polls }, { questions }, { text, version }]) => {
          const marks = new Map(questions.map(({ _id, question }) => [_id, question]))
          set({ read: 'done', polls, questions, marks, notes: { text, version } })
          return true
        }),
      )
      if (!done && store.read().read === 'loading') set({ read: 'failed' })
    },
    /** a message of the user was sent */
    sent: (message: LiveMessage) => message.question && takeMessage(message),
    async mark(messageId: string, question: LiveQuestionState | 'none'): Promise<void> {
      const reply = await attempt(
        browserApi(calls.liveTogether.mark, { params: { ...params, messageId }, body: { question } }),
      )
      if (reply) takeMessage(reply.message)
    },
    async makePoll(body: NewPoll): Promise<boolean> {
      const reply = await attempt(browserApi(calls.liveTogether.makePoll, { params, body }))
      if (reply) takePoll(reply.poll)
      return reply !== null
    },
    async changePoll(pollId: string, state: 'open' | 'closed'): Promise<void> {
      const reply = await attempt(browserApi(calls.liveTogether.changePoll, { params: { pollId }, body: { state } }))
      if (reply) takePoll(reply.poll)
    },
    async deletePoll(pollId: string): Promise<void> {
      if (await attempt(browserApi(calls.liveTogether.deletePoll, { params: { pollId } })))
        set({ polls: store.read().polls.filter(({ _id }) => _id !== pollId) })
    },
    /** Resolves with whether the vote counts. */
    async vote(pollId: string, choices: number[]): Promise<boolean> {
      const reply = await attempt(browserApi(calls.liveTogether.vote, { params: { pollId }, body: { choices } }))
      if (reply) takePoll(reply.poll)
      return reply !== null
    },
    /** Saves the notes. Throws what the call throws. */
    async saveNotes(body: { text: string; version?: string }): Promise<LiveNotes> {
      const before = store.read().notes
      const notes = await browserApi(calls.liveTogether.saveNotes, { params, body })
      // an event may have brought what another host saved after this
      if (store.read().notes === before) set({ notes })
      return notes
    },
    async readNotes(): Promise<LiveNotes> {
      const { text, version } = await browserApi(calls.liveTogether.notes, { params })
      set({ notes: { text, version } })
      return { text, version }
    },
    close: () => live.close(),
  }
}

export type Together = ReturnType<typeof createTogether>
