import { useLingui } from '@lingui/react/macro'
import { type BulkAct, type BulkList, type BulkResult, api as calls } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { randomId } from '#lib/random-id.ts'
import { failureOf } from '#lib/text/message-of.ts'
import type { Decided } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { DecisionDialog } from '../decision-dialog.tsx'
import { bulkTexts } from './bulk-texts.ts'

/** Rows that were not changed, and why. */
export type LeftRows = { what: 'act' | 'undo'; rows: readonly { _id: string; name: string; message: string }[] }

/** An act, and the chosen rows that it fits. */
export type BulkChoice = { act: BulkAct; ids: readonly string[] }

type Asked = { key: string; ids: string[]; act: BulkAct; reason: string }

/** One endpoint a list; each takes the acts of its list alone. */
function send(list: BulkList, { act, ...body }: Asked): Promise<BulkResult> {
  if (list === 'users' && (act === 'suspend' || act === 'restore'))
    return browserApi(calls.bulk.users, { body: { ...body, act } })
  if (list === 'courses' && (act === 'unlist' || act === 'relist'))
    return browserApi(calls.bulk.courses, { body: { ...body, act } })
  if (list === 'reviews' && (act === 'remove' || act === 'keep'))
    return browserApi(calls.bulk.reviews, { body: { ...body, act } })
  throw new Error(`${act} is no act of ${list}`)
}

/**
 * Acts on the chosen rows of a list. An act that asks nothing is done at once; `dialog` must be rendered. `left` are the rows that the last
 * act did not change: they stay chosen, by `choose`, and no others.
 */
export function useBulk(list: BulkList, choose: (ids: readonly string[]) => void) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<(BulkChoice & { key: string }) | null>(null)
  const [left, setLeft] = useState<LeftRows | null>(null)
  const [busy, setBusy] = useState(false)
  // what was pressed again because no reply came goes on under its key
  const unanswered = useRef<{ key: string; choice: string } | null>(null)

  async function run(key: string, { act, ids }: BulkChoice, reason: string): Promise<Decided> {
    setLeft(null)
    const { rows, undo } = await send(list, { key, act, ids: [...ids], reason })
    const failed = rows.filter(({ outcome }) => outcome === 'failed')
    if (failed.length > 0) setLeft({ what: 'act', rows: failed })
    choose(failed.map(({ _id }) => _id))
    return undo ? { message: t(bulkTexts[act].done(undo.count)) } : { message: t`Nothing was changed`, failed: true }
  }

  function press(choice: BulkChoice) {
    if (bulkTexts[choice.act].ask) setAsked({ ...choice, key: randomId() })
    else void runAtOnce(choice)
  }

  async function runAtOnce(choice: BulkChoice) {
    if (busy) return
    setBusy(true)
    const name = JSON.stringify(choice)
    const key = unanswered.current?.choice === name ? unanswered.current.key : randomId()
    unanswered.current = { key, choice: name }
    try {
      const done = await run(key, choice, '')
      unanswered.current = null
      if (done) toast[done.failed ? 'error' : 'success'](done.message)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }

  const texts = asked && bulkTexts[asked.act]
  const dialog: Slot = asked && texts?.ask && (
    <DecisionDialog
      key={asked.key}
      title={t(texts.ask.title(asked.ids.length))}
      text={t(texts.ask.text)}
      confirmLabel={t(texts.ask.confirm)}
      danger={texts.danger ?? false}
      {...(texts.reason && { reasonHint: t(texts.reason) })}
      onClose={() => setAsked(null)}
      returnTo="[data-undo]"
      call={(reason) => run(asked.key, asked, reason)}
    />
  )
  return { press, busy, dialog, left, setLeft }
}
