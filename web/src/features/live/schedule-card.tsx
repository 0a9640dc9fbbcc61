import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type LectureContent, pathOf } from '@virtual-courses/contract'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { useFormats } from '#lib/text/format.ts'
import { toLocalInput } from '#lib/text/local-input.ts'
import { ReaderTime, zoneOf } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { PlannedCapacity } from './class/capacity-note.tsx'

type Times = Pick<NonNullable<LectureContent['editing']>, 'liveState' | 'liveStartTime' | 'scheduleVersion'>

const readTimes = ({ liveState, liveStartTime, scheduleVersion }: Times) => ({
  values: { liveStartTime: liveState === 'scheduled' && liveStartTime !== null ? toLocalInput(liveStartTime) : '' },
  version: scheduleVersion,
})

/** Returns the name of the user's time zone: in English the one of the system, which names a city, otherwise that of the language. */
function zoneName(language: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (language === 'en') return timeZone.replaceAll('_', ' ')
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'long' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Sets, moves or cancels the time of a lecture's session. */
export function ScheduleCard({ lectureId, stored }: { lectureId: string; stored: Times }) {
  const { t, i18n } = useLingui()
  const { formatDate } = useFormats()
  const [times, setTimes] = useState<Times>(stored)
  const form = useForm({ liveStartTime: '' })
  const edit = useEdit<{ liveStartTime: string }, Times>(form, {
    stored,
    read: readTimes,
    fetch: async () => {
      const { editing } = await browserApi(calls.lectures.content, { params: { lectureId } })
      return editing ?? stored
    },
    labels: { liveStartTime: t`Live start time` },
    show: (_, value) => (value === '' ? t`No session` : formatDate(String(value), 'dateTime', zoneOf())),
    onStored: setTimes,
  })
  const latest = useRef(form)
  latest.current = form
  const [busy, setBusy] = useState<'save' | 'cancel' | null>(null)
  const [confirming, setConfirming] = useState(false)
  const hydrated = useHydrated()
  const { liveState, liveStartTime } = times
  const planned = liveState === 'scheduled' && liveStartTime !== null
  // the field shows the user's own time zone, which the server does not know
  useEffect(() => {
    const { rebase, saved } = latest.current
    rebase({ liveStartTime: planned ? toLocalInput(liveStartTime) : '' }, saved)
  }, [planned, liveStartTime])

  async function send(action: 'save' | 'cancel') {
    setBusy(action)
    try {
      await edit.save(
        async ({ values, version }) => {
          const start = values.liveStartTime === '' ? null : new Date(values.liveStartTime).toISOString()
          const { message, ...now } = await browserApi(calls.live.schedule, {
            params: { lectureId },
            body: { liveStartTime: start, version },
          })
          toast.success(message)
          return now
        },
        action === 'cancel' ? { liveStartTime: '' } : form.values,
      )
      setConfirming(false)
    } catch (error) {
      setConfirming(false)
      const failed = form.fail(error, { fallback: t`The time of the session could not be saved` })
      if (!failed.errors.liveStartTime) toast.error(failed)
    }
    setBusy(null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const start = new Date(form.values.liveStartTime)
    if (Number.isNaN(start.getTime()))
      return form.showErrors({ liveStartTime: t`Choose the date and time when the session starts` })
    if (start.getTime() < Date.now())
      return form.showErrors({ liveStartTime: t`This time has passed. Choose a later one, or start the session now.` })
    void send('save')
  }

  return (
    <Card as="section" aria-labelledby="live-session">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="live-session" className="text-2xl">
          <Trans>Live session</Trans>
        </h2>
        {liveState === 'live' && (
          <Badge tone="danger" dot>
            <Trans>Live now</Trans>
          </Badge>
        )}
        {planned && (
          <Badge tone="primary">
            <ReaderTime iso={liveStartTime} look="dateTime" />
          </Badge>
        )}
      </div>
      {planned && (
        <div className="mt-4 empty:hidden">
          <PlannedCapacity lectureId={lectureId} />
        </div>
      )}
      {liveState === 'live' ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            <Trans>End the session before you change its time.</Trans>
          </p>
          <ButtonLink to={paths.live(lectureId)} variant="accent">
            <Trans>Open Live Room</Trans>
          </ButtonLink>
        </div>
      ) : (
        <form ref={form.ref} onSubmit={submit} noValidate className="mt-4 grid gap-4 sm:max-w-lg">
          <p className="text-muted">
            {planned
              ? t`Your students have been notified. They are notified again when you move it.`
              : t`Your students are notified now, and again when you start.`}
          </p>
          <Field
            label={t`Live start time`}
            error={form.errors.liveStartTime}
            hint={hydrated ? t`In your time zone (${{ zone: zoneName(i18n.locale) }})` : ' '}
          >
            <Input
              name="liveStartTime"
              type="datetime-local"
              value={form.values.liveStartTime}
              disabled={!hydrated}
              onChange={({ target }) => form.set('liveStartTime', target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="secondary" busy={busy === 'save'} disabled={!hydrated}>
              {planned ? t`Move session` : t`Schedule session`}
            </Button>
            {planned && (
              <>
                <Button variant="ghost" onClick={() => setConfirming(true)}>
                  <Trans>Cancel session</Trans>
                </Button>
                <a
                  href={pathOf(calls.live.calendar, { lectureId })}
                  download
                  className={buttonClass({ variant: 'ghost' })}
                >
                  <CalendarPlus aria-hidden="true" className="size-5" />
                  <span>
                    <Trans>Add to calendar</Trans>
                  </span>
                </a>
              </>
            )}
          </div>
        </form>
      )}
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Cancel this session?`}
        text={t`Its time is removed. You can schedule another one.`}
        confirmLabel={t`Cancel session`}
        cancelLabel={t`Keep it`}
        danger
        busy={busy === 'cancel'}
        onConfirm={() => void send('cancel')}
      />
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
