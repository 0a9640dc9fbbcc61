import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, leastAttendance, mostAttendance, pathOf, type ReplyOf } from '@virtual-courses/contract'
import { Download, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { formatDate } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useReaderClock } from '#lib/text/reader-clock.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { buttonClass } from '#ui/button.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { FileLink } from '#ui/form/file-link.tsx'
import { Select } from '#ui/form/select.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { FoldCard } from '#ui/layout/fold-card.tsx'
import { Table } from '#ui/layout/table.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useRead } from './use-read.ts'

type Attendance = ReplyOf<typeof calls.liveAttendance.read>

/** The share from which on attending counts where it was just switched on, in percent. */
const usualShare = 75
const shares = [leastAttendance, 25, 50, usualShare, 90, mostAttendance]

function CompletionSwitch({ lectureId, first }: { lectureId: string; first: Attendance }) {
  const { t } = useLingui()
  const [completesAt, setCompletesAt] = useState(first.completesAt)
  const [version, setVersion] = useState(first.version)

  async function set(next: number | null) {
    const before = completesAt
    setCompletesAt(next)
    try {
      const saved = await browserApi(calls.liveAttendance.set, {
        params: { lectureId },
        body: { completesAt: next, version },
      })
      setVersion(saved.version)
      toast.success(saved.message)
    } catch (error) {
      setCompletesAt(before)
      toast.error(failureOf(error, t`This did not work. Please try again.`))
    }
  }
  const listed = completesAt === null || shares.includes(completesAt) ? shares : [...shares, completesAt]

  return (
    <div className="grid gap-3">
      <Switch
        label={t`Attending completes this lecture`}
        hint={t`Students who were in a session long enough get the tick of the lecture. Ticks stay when you switch it off.`}
        checked={completesAt !== null}
        onChange={({ target }) => void set(target.checked ? usualShare : null)}
      />
      {completesAt !== null && (
        <Field label={t`Share of a session that counts`} className="max-w-60">
          <Select
            value={String(completesAt)}
            onChange={({ target }) => void set(Number(target.value))}
            options={listed.map((percent) => ({ value: String(percent), label: `${percent} %` }))}
          />
        </Field>
      )}
    </div>
  )
}

function AttendanceTable({ attendance: { attendees } }: { attendance: Attendance }) {
  const { t } = useLingui()
  return (
    <Table
      caption={t`Attendance`}
      captionHidden
      rows={attendees}
      rowKey={({ student }) => student._id}
      empty={t`No student was in this session.`}
      columns={[
        { key: 'student', header: t`Student`, cell: ({ student }) => <span {...writtenIn()}>{student.name}</span> },
        { key: 'minutes', header: t`Minutes`, align: 'end', cell: ({ minutes }) => minutes },
        {
          key: 'share',
          header: t({ message: 'Share', context: 'attendance' }),
          align: 'end',
          cell: ({ percent }) => `${percent} %`,
        },
        { key: 'from', header: t`First seen`, cell: ({ firstSeen }) => <ReaderTime iso={firstSeen} look="time" /> },
        { key: 'to', header: t`Last seen`, cell: ({ lastSeen }) => <ReaderTime iso={lastSeen} look="time" /> },
        { key: 'visits', header: t`Visits`, align: 'end', cell: ({ visits }) => visits },
      ]}
    />
  )
}

function Panel({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const clock = useReaderClock()
  const dateOf = (iso: string) => (clock ? formatDate(iso, clock.locale, clock.zone, 'dateTime') : '')
  const [session, setSession] = useState<string | undefined>(undefined)
  const query = session === undefined ? {} : { session }
  const { read, again } = useRead(`${lectureId} ${session}`, (signal) =>
    browserApi(calls.liveAttendance.read, { params: { lectureId }, query, signal }),
  )

  if (read === null) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading attendance`} />
  if ('failure' in read)
    return (
      <ErrorState
        text={<SaidText said={failureOf(read.failure, t`The attendance could not be loaded.`)} />}
        onRetry={again}
      />
    )
  const { data: attendance } = read
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CompletionSwitch lectureId={lectureId} first={attendance} />
      {attendance.sessionId === null ? (
        <p className="text-muted">
          <Trans>No one has been in a session of this lecture yet.</Trans>
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <Field label={t`Session`} className="min-w-0 flex-1 basis-56">
              <Select
                value={attendance.sessionId}
                onChange={({ target }) => setSession(target.value)}
                options={attendance.sessions.map(({ _id, from, students }) => ({
                  value: _id,
                  label: t`${{ date: dateOf(from) }}, students: ${students}`,
                }))}
              />
            </Field>
            <FileLink
              login={paths.login}
              href={pathOf(calls.liveAttendance.csv, { lectureId })}
              className={buttonClass({ variant: 'secondary' })}
            >
              <Download aria-hidden="true" className="size-5" />
              <span>
                <Trans>Download as CSV</Trans>
              </span>
            </FileLink>
          </div>
          <AttendanceTable attendance={attendance} />
        </>
      )}
    </div>
  )
}

/** Who attended the sessions of a lecture, and whether attending completes it. Nothing is loaded until it is open. */
export function AttendanceCard({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <FoldCard icon={<UserCheck />} title={t`Attendance`} open={open} onToggle={() => setOpen(!open)} panelClass="p-5">
      <Panel lectureId={lectureId} />
    </FoldCard>
  )
}
