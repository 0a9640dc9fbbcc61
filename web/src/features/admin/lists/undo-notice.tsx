import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type UndoableAct } from '@virtual-courses/contract'
import { Undo2, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useReread } from '#lib/session/use-reread.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { bulkTexts } from './bulk-texts.ts'
import { focusPageBox } from './select-box.tsx'
import type { LeftRows } from './use-bulk.tsx'

type Props = {
  /** the last own act on this list while it can be undone */
  last: UndoableAct | null
  left: LeftRows | null
  setLeft: (left: LeftRows | null) => void
}

/** True once a time has come while the page is open. */
function useIsOver(until: string | undefined): boolean {
  const [over, setOver] = useState<string | null>(null)
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== undefined && over === until
}

/** Gives a focus that is lost a place: the button when an act can be undone, the list when it cannot any more. */
function useKeptFocus(actId: string | null, button: RefObject<HTMLButtonElement | null>): void {
  const before = useRef(actId)
  useEffect(() => {
    if (before.current === actId) return
    before.current = actId
    if (document.activeElement !== document.body) return
    if (actId === null) focusPageBox()
    else button.current?.focus()
  }, [actId, button])
}

/** What the last act on a list did, with the button that undoes it, and the rows that it left as they were. */
export function UndoNotice({ last, left, setLeft }: Props) {
  const { t } = useLingui()
  const reread = useReread()
  const [busy, setBusy] = useState(false)
  const over = useIsOver(last?.until)
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(last && !over ? last._id : null, button)

  async function undo(actId: string) {
    if (busy) return
    setBusy(true)
    let failure: Failure | undefined
    try {
      const { rows } = await browserApi(calls.bulk.undo, { params: { actId } })
      const count = rows.filter(({ outcome }) => outcome === 'undone').length
      const rest = rows.filter(({ outcome }) => outcome !== 'undone')
      setLeft(rest.length > 0 ? { what: 'undo', rows: rest } : null)
      if (count > 0) toast.success(t`${plural({ count }, { one: '# change undone', other: '# changes undone' })}`)
      else toast.error(t`Nothing was undone`)
    } catch (error) {
      failure = failureOf(error, t`Something went wrong`)
      toast.error(failure)
    }
    // also where no reply came: the list knows what was undone
    await reread(failure)
    setBusy(false)
  }

  return (
    <div className="grid gap-3 not-empty:mb-5">
      {last && !over && (
        <Notice
          tone="success"
          action={
            <Button
              ref={button}
              data-undo=""
              variant="secondary"
              size="sm"
              busy={busy}
              icon={<Undo2 aria-hidden="true" className="size-4" />}
              onClick={() => undo(last._id)}
            >
              <Trans>Undo</Trans>
            </Button>
          }
        >
          <p>{t(bulkTexts[last.act].done(last.count))}</p>
          <p className="text-sm">
            <Trans>
              You can undo this until <ReaderTime iso={last.until} look="time" className="tabular" />.
            </Trans>
          </p>
        </Notice>
      )}
      {/* what was done is said by a message already */}
      <div aria-live="polite" className="empty:hidden">
        {left && <LeftList left={left} onClose={() => setLeft(null)} />}
      </div>
    </div>
  )
}

function LeftList({ left: { what, rows }, onClose }: { left: LeftRows; onClose: () => void }) {
  const { t } = useLingui()
  const nameOf = usePersonName()
  const count = rows.length
  return (
    <Notice
      tone="warning"
      action={
        <IconButton label={t`Close`} onClick={onClose} className="-my-2.5 -me-2">
          <X aria-hidden="true" />
        </IconButton>
      }
    >
      <p className="font-semibold">
        {what === 'act'
          ? t`${plural({ count }, { one: '# row was not changed', other: '# rows were not changed' })}`
          : t`${plural({ count }, { one: '# row was not undone', other: '# rows were not undone' })}`}
      </p>
      <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto text-sm">
        {rows.map(({ _id, name, message }) => (
          <li key={_id} className="wrap-anywhere">
            <span {...writtenIn()} className="font-medium">
              {name === '' ? t`No longer there` : nameOf(name)}
            </span>
            <span>{`: ${message}`}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
