import {
  ApiError,
  type BodyInput,
  type api as calls,
  maxAnswersAtOnce,
  type QuizAnswer,
  type ReplyOf,
} from '@virtual-courses/contract'
import { answerPrefix, readLocal, writeLocal } from '#lib/browser-storage.ts'

type Call = typeof calls.quizAttempts.answer
type Reply = ReplyOf<Call>
export type Send = (answers: BodyInput<Call>['answers']) => Promise<Reply>

/** `over`: the attempt has ended, and takes no answers any more. */
export type KeeperState = 'saved' | 'saving' | 'unsaved' | 'over'
export type KeeperView = {
  state: KeeperState
  answers: ReadonlyMap<number, QuizAnswer | null>
  secondsLeft: number | null
}

type Known = {
  answer: QuizAnswer | null
  /** revision of the server's answer that this one takes the place of */
  base: number
  dirty: boolean
  /** what was sent in requests without a reply yet, as JSON */
  sent: string[]
}

type Kept = { position: number; answer: QuizAnswer | null; base: number }

const pauseMs = 600
const retryMs = [1000, 2000, 5000, 10_000]

const isKept = (value: unknown): value is Kept => {
  const { position, answer, base } = Object(value) as Record<string, unknown> // may be of another version
  return typeof position === 'number' && typeof base === 'number' && typeof answer === 'object'
}

type Options = {
  userId: string
  attemptId: string
  questions: readonly { position: number; answer: QuizAnswer | null; revision: number }[]
  secondsLeft: number | null
  send: Send
}

/**
 * Keeps the answers of an attempt in this page, and saves them soon after each change. What the server has not confirmed stays in this
 * browser, so that neither a lost connection nor a reload loses it. An answer that another tab has changed meanwhile is taken over.
 */
export function createAnswerKeeper({ userId, attemptId, questions, secondsLeft, send }: Options) {
  const key = `${answerPrefix}${userId}:${attemptId}`
  const known = new Map<number, Known>(
    questions.map(({ position, answer, revision }) => [position, { answer, base: revision, dirty: false, sent: [] }]),
  )
  const viewOf = (state: KeeperState, left: number | null): KeeperView => ({
    state,
    answers: new Map([...known].map(([position, { answer }]) => [position, answer])),
    secondsLeft: left,
  })
  /** what the server renders, which knows nothing of this browser */
  const first = viewOf('saved', secondsLeft)
  const stored = readLocal(key)
  for (const kept of Array.isArray(stored) ? stored.filter(isKept) : []) {
    const one = known.get(kept.position)
    // the server got it, or another tab has answered since
    if (!one || one.base !== kept.base || JSON.stringify(one.answer) === JSON.stringify(kept.answer)) continue
    known.set(kept.position, { answer: kept.answer, base: kept.base, dirty: true, sent: [] })
  }
  const listeners = new Set<() => void>()
  let state: KeeperState = 'saved'
  let left = secondsLeft
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let running: Promise<void> | null = null
  /** another document is on its way, which may have been read before the last answers were saved: it needs them */
  let leaving = false
  let view: KeeperView

  const dirtyOnes = () => [...known].filter(([, { dirty }]) => dirty)
  function show(next: KeeperState): void {
    state = next
    view = viewOf(state, left)
    for (const listener of listeners) listener()
  }
  function keep(): void {
    if (leaving && state !== 'over') return
    const kept = dirtyOnes().map(([position, { answer, base }]): Kept => ({ position, answer, base }))
    writeLocal(key, kept.length === 0 || state === 'over' ? undefined : kept)
  }
  function plan(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  function take(reply: Reply, sent: ReadonlyMap<number, string>): void {
    left = reply.secondsLeft
    for (const { position, revision } of reply.saved) {
      const one = known.get(position)
      if (!one) continue
      one.base = revision
      one.dirty = JSON.stringify(one.answer) !== sent.get(position)
      one.sent = []
    }
    for (const { position, answer, revision } of reply.stale) {
      const one = known.get(position)
      if (!one) continue
      // an earlier request of this page whose reply was lost is none of another tab
      const isOwn = one.sent.slice(0, -1).includes(JSON.stringify(answer))
      one.base = revision
      one.sent = []
      if (!isOwn) Object.assign(one, { answer, dirty: false })
    }
  }

  async function once(): Promise<void> {
    const batch = dirtyOnes().slice(0, maxAnswersAtOnce)
    if (batch.length === 0 || state === 'over') return
    const sent = new Map(batch.map(([position, { answer }]) => [position, JSON.stringify(answer)]))
    for (const [position, one] of batch) one.sent.push(sent.get(position) ?? '')
    show('saving')
    try {
      take(await send(batch.map(([position, { answer, base }]) => ({ position, answer, base }))), sent)
      tries = 0
    } catch (error) {
      if (error instanceof ApiError && error.code === 'attempt_over') {
        show('over')
        keep()
        return
      }
      show('unsaved')
      plan(retryMs[Math.min(tries++, retryMs.length - 1)] ?? pauseMs)
      return
    }
    keep()
    show(dirtyOnes().length > 0 ? 'saving' : 'saved')
    if (dirtyOnes().length > 0) plan(pauseMs)
  }

  /** Saves what is not saved, one request after the other. */
  function save(): Promise<void> {
    clearTimeout(timer)
    running = (running ?? Promise.resolve()).then(once)
    return running
  }

  show(dirtyOnes().length > 0 ? 'saving' : 'saved')
  if (dirtyOnes().length > 0) plan(0)
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    view: () => view,
    firstView: () => first,
    set(position: number, answer: QuizAnswer | null): void {
      const one = known.get(position)
      if (!one || state === 'over') return
      one.answer = answer
      one.dirty = true
      leaving = false
      show(state === 'unsaved' ? 'unsaved' : 'saving')
      keep()
      if (state !== 'unsaved') plan(pauseMs)
    },
    /** Saves at once; returns whether the server has all answers. */
    async flush(): Promise<boolean> {
      let rounds = Math.ceil(dirtyOnes().length / maxAnswersAtOnce) + 2
      let failed = 0
      while (dirtyOnes().length > 0 && state !== 'over' && failed < 3 && rounds-- > 0) {
        await save()
        if (state === 'unsaved') failed++
      }
      return dirtyOnes().length === 0 || state === 'over'
    },
    retry: () => void save(),
    /** The page is about to be left: what was not saved until now stays in this browser, whatever replies still come. */
    leave(): void {
      leaving = true
    },
    close: () => clearTimeout(timer),
  }
}

export type AnswerKeeper = ReturnType<typeof createAnswerKeeper>
