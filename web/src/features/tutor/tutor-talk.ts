import { t } from '@lingui/core/macro'
import {
  type ChatTurn,
  type Citation,
  maxChatTurnLength,
  maxChatTurns,
  type OfferedQuestion,
  type TutorTask,
} from '@virtual-courses/contract'
import { createStore } from '#lib/create-store.ts'
import { localDraft } from '#lib/forms/kept-drafts.ts'
import { randomId } from '#lib/random-id.ts'
import { session } from '#lib/session/session.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { spokenFailureOf } from '#lib/text/message-of.ts'
import type { Said } from '#ui/said.tsx'
import { askTutor, type TutorRequest } from './ask-tutor.ts'

/** A question with its answer. */
export type Exchange = {
  id: number
  message: string
  answer: string
  citations: readonly Citation[]
  /** for the educator, where the course does not cover it */
  question: OfferedQuestion | null
  /** why there is no answer, or no whole one */
  error: Said | null
}

export type TalkView = {
  exchanges: readonly Exchange[]
  isWriting: boolean
  draft: string
  /** for screen readers */
  spoken: string
}

/** More are not kept: the oldest go. */
const mostExchanges = 30
const empty: TalkView = { exchanges: [], isWriting: false, draft: '', spoken: '' }

/** The last turns as the tutor takes them. */
function turnsOf(exchanges: readonly Exchange[]): ChatTurn[] {
  return exchanges
    .filter(({ answer, error }) => answer !== '' && error === null)
    .flatMap(({ message, answer }): ChatTurn[] => [
      { role: 'user', text: cutText(message, maxChatTurnLength) },
      { role: 'assistant', text: cutText(answer, maxChatTurnLength) },
    ])
    .slice(-maxChatTurns)
}

/** An answer without its signs of lists and bold words. */
const spokenText = (answer: string): string => answer.replaceAll('**', '').replace(/^- /gm, '')

/** What is asked: its words, what for, and where the viewer is. */
export type Asked = { message: string; task: TutorTask; lectureId: string | null; seconds: number | null }

/** The question that is not asked yet, in this browser: it survives a reload and an ended session. */
function keptQuestion(userId: string, courseId: string) {
  const kept = localDraft(userId, `tutor:${courseId}`)
  const by = randomId()
  const keep = (message: string): void => {
    if (message === '') kept.remove(by)
    else {
      const at = new Date().toISOString()
      kept.write({ typed: { message }, version: null, at, revision: null, isSent: false, by })
    }
  }
  const message = kept.read()?.typed.message
  const before = typeof message === 'string' ? message : ''
  // from now on it is this page's
  keep(before)
  return { before, keep }
}

/**
 * The conversation about one course. What lectures say is not kept beyond the page. It stays when the session ends, as the page does: another
 * account gets another page.
 */
function createTalk(userId: string, courseId: string) {
  const question = keptQuestion(userId, courseId)
  const store = createStore({ ...empty, draft: question.before })
  let running: AbortController | null = null
  let next = 1
  const change = (part: Partial<TalkView>) => store.write({ ...store.read(), ...part })
  const setDraft = (draft: string) => {
    change({ draft })
    question.keep(draft)
  }
  const update = (id: number, part: (one: Exchange) => Partial<Exchange>) =>
    change({ exchanges: store.read().exchanges.map((one) => (one.id === id ? { ...one, ...part(one) } : one)) })

  async function read(id: number, body: TutorRequest, signal: AbortSignal): Promise<void> {
    for await (const event of askTutor(body, signal)) {
      if ('reply' in event) update(id, ({ answer }) => ({ answer: answer + event.reply }))
      else if ('citation' in event) update(id, ({ citations }) => ({ citations: [...citations, event.citation] }))
      else if ('question' in event) update(id, () => ({ question: event.question }))
      else if ('error' in event) update(id, () => ({ error: event.error }))
      else update(id, () => ({ error: t`A part of the answer could not be read.` }))
    }
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    setDraft,
    /** Does nothing while an answer is being written. */
    async ask({ message: text, task, lectureId, seconds }: Asked): Promise<void> {
      const message = text.trim()
      if (message === '' || running) return
      const control = new AbortController()
      running = control
      // what failed as the session ended is asked again, from its field
      const before = store.read().exchanges.filter(({ error }) => typeof error !== 'object' || !error?.login)
      const id = next++
      const exchange: Exchange = { id, message, answer: '', citations: [], question: null, error: null }
      change({
        exchanges: [...before, exchange].slice(-mostExchanges),
        isWriting: true,
        spoken: '',
      })
      if (task === 'ask') setDraft('')
      const history = turnsOf(before)
      try {
        await read(
          id,
          {
            courseId,
            message,
            task,
            ...(history.length > 0 && { history }),
            ...(lectureId !== null && { lectureId }),
            ...(seconds !== null && { seconds }),
          },
          control.signal,
        )
      } catch (error) {
        if (!control.signal.aborted) {
          const failure = spokenFailureOf(
            error,
            t`The answer could not be loaded. Check your connection and try again.`,
          )
          update(id, () => ({ error: failure }))
          const { exchanges, draft } = store.read()
          const unanswered = exchanges.find((one) => one.id === id)?.answer === ''
          if (task === 'ask' && unanswered && draft === '') setDraft(text)
          if (failure.login) void session.check()
        }
      }
      if (running !== control) return
      running = null
      const done = store.read().exchanges.find((one) => one.id === id)
      const said = typeof done?.error === 'object' ? done.error?.message : done?.error
      change({ isWriting: false, spoken: [done && spokenText(done.answer), said].filter(Boolean).join(' ') })
    },
    /** Ends the answer that is being written; what came of it stays. */
    stop: () => running?.abort(),
  }
}

export type TutorTalk = ReturnType<typeof createTalk>

const talks = new Map<string, TutorTalk>()

/** Returns the conversation of an account about a course. */
export function openTalk(userId: string, courseId: string): TutorTalk {
  const key = `${userId} ${courseId}`
  const known = talks.get(key)
  if (known) return known
  const talk = createTalk(userId, courseId)
  talks.set(key, talk)
  return talk
}
