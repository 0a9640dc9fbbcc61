import { ApiError, api as calls, type OwnAnswer } from '@virtual-courses/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { type Answer, isChangedElsewhere, useElsewhere } from '#lib/forms/use-edit.ts'
import { randomId } from '#lib/random-id.ts'

/** Milliseconds after the last key when the text is saved, and after a failure when that is tried again. */
const saveAfter = 1200
const retryAfter = 8000
/** Someone who writes in another tab all the time ends the tries. */
const mostTries = 5

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed'

type Options = {
  lectureId: string
  stored: OwnAnswer | null
  label: string
  onClosed: () => void
}

/**
 * The text of an answer, which is saved while it is typed: one request at a time, each with the revision that it replaces. Where another tab
 * has saved meanwhile, the student decides whose text stays. What the server has not got is kept in this browser. `handIn` sends the text
 * as it is then.
 */
export function useAnswer({ lectureId, stored, label, onClosed }: Options) {
  const [text, setText] = useState(stored?.text ?? '')
  const [state, setState] = useState<SaveState>('saved')
  const { elsewhere, ask } = useElsewhere()
  const base = useRef(stored?.revision ?? null)
  const saved = useRef(stored?.text ?? '')
  const latest = useRef(text)
  latest.current = text
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const waits = useRef(false)

  /** Resolves to null when the student took the other text, or decides later. */
  async function send(call: 'save' | 'handIn'): Promise<{ answer: OwnAnswer; message: string } | null> {
    for (let tries = 1; ; tries++) {
      const sent = latest.current
      // the server trims: a text that differs in that alone is no other one
      const body = { text: sent, revision: randomId(12), base: base.current }
      try {
        const reply =
          call === 'handIn'
            ? await browserApi(calls.assignments.handIn, { params: { lectureId }, body })
            : { ...(await browserApi(calls.assignments.save, { params: { lectureId }, body })), message: '' }
        base.current = reply.answer.revision
        saved.current = sent
        return reply
      } catch (error) {
        if (!isChangedElsewhere(error) || tries === mostTries) throw error
      }
      const { answer } = await browserApi(calls.assignments.read, { params: { lectureId } })
      const theirs = answer?.text ?? ''
      const choice: Answer =
        theirs === sent.trim() ? {} : await ask([{ name: 'text', label, mine: latest.current, theirs }])
      if (choice === null) return null
      base.current = answer?.revision ?? null
      if (choice.text === 'theirs') {
        setText(theirs)
        latest.current = theirs
        saved.current = theirs
        return null
      }
    }
  }

  /** One after the other: a save that is under way ends before the next request. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = running.current.then(work, work)
    running.current = next.catch(() => undefined)
    return next
  }

  const save = useEffectEvent(() => {
    if (waits.current || latest.current === saved.current) return
    waits.current = true
    void inTurn(async () => {
      waits.current = false
      if (latest.current === saved.current) return
      setState('saving')
      try {
        await send('save')
        setState(latest.current === saved.current ? 'saved' : 'unsaved')
      } catch (error) {
        // in another tab, or by the educator: the page says so when it is read again
        if (error instanceof ApiError && error.code === 'answer_closed') return onClosed()
        setState('failed')
      }
    })
  })
  useEffect(() => {
    if (text === saved.current) return
    const timer = setTimeout(save, saveAfter)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    if (state !== 'failed' && state !== 'unsaved') return
    const timer = setTimeout(save, state === 'failed' ? retryAfter : saveAfter)
    return () => clearTimeout(timer)
  }, [state])

  function type(next: string) {
    setText(next)
    setState((before) => (before === 'saving' || before === 'failed' ? before : 'unsaved'))
  }
  const draft = useDraft(
    { values: { text }, saved: { text: saved.current }, set: (_name, next) => type(next) },
    { kind: 'handIn', subject: lectureId, version: () => base.current ?? undefined },
  )

  return {
    text,
    state,
    draft,
    elsewhere,
    type,
    async handIn() {
      const sent = await inTurn(() => send('handIn'))
      if (sent) draft.drop()
      return sent
    },
  }
}
