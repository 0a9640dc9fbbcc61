import { Trans, useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls } from '@virtual-courses/contract'
import { Flag, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { joinRows, usePages } from '#lib/use-pages.ts'
import { Button } from '#ui/button.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'

export type PanelProps = {
  courseId: string
  /** of the course */
  language: string | undefined
  /** the user is a student, who may report what breaks the rules; or an admin, who may delete it; or the educator */
  part: 'student' | 'admin' | 'educator'
  /** the id of the one that an address has named */
  named: string | null
  /** the named one has not had the focus yet */
  due: boolean
  onArrived: () => void
}

function ReportButton({
  announcement: { title, canReport },
  onPress,
}: {
  announcement: Announcement
  onPress: () => void
}) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ms-2.5 mt-1 text-muted"
      icon={<Flag aria-hidden="true" className="size-4" />}
      aria-disabled={!canReport || undefined}
      onClick={() => canReport && onPress()}
    >
      {canReport ? (
        <Trans>
          Report<span className="sr-only">{`: ${{ announcement: title }}`}</span>
        </Trans>
      ) : (
        <Trans context="report">Reported</Trans>
      )}
    </Button>
  )
}

/** The announcements of a course, newest first. One that the address names has the focus. */
export function AnnouncementsPanel({ courseId, language, part, named: namedId, due, onArrived }: PanelProps) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState<Announcement | null>(null)
  const [reporting, setReporting] = useState<Announcement | null>(null)
  const load = (cursor?: string) =>
    browserApi(calls.announcements.ofCourse, {
      params: { courseId },
      query: { ...(namedId !== null && { named: namedId }), ...(cursor && { cursor }) },
    })
  const key = JSON.stringify([courseId, namedId])
  const { data, error, busy, reload, more } = usePages(key, load, (shown, next) => ({
    ...next,
    announcements: joinRows(shown.announcements, next.announcements),
  }))
  const list = useRef<HTMLUListElement>(null)
  const arrived = useEffectEvent(onArrived)
  useEffect(() => {
    const heading = due && data && list.current?.querySelector<HTMLElement>('[data-named] h3')
    if (!heading) return
    heading.focus()
    arrived()
  }, [data, due])

  if (error !== null)
    return (
      <div className="grid justify-items-start gap-2 p-5">
        <p role="alert" className="text-danger">
          <SaidText said={failureOf(error, t`The announcements could not be loaded.`)} />
        </p>
        <Button variant="secondary" size="sm" onClick={reload}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!data) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading announcements`} />
  const { named } = data
  const isInList = data.announcements.some(({ _id }) => _id === named?._id)
  const rows = named && !isInList ? [named, ...data.announcements] : data.announcements
  return (
    <div className="p-5">
      {namedId !== null && named === null && (
        <p role="status" className="mb-4 text-muted">
          <Trans>This announcement was deleted.</Trans>
        </p>
      )}
      {rows.length === 0 ? (
        <p className="text-muted">
          <Trans>Nothing was announced yet. You are notified when there is something new.</Trans>
        </p>
      ) : (
        <ul ref={list} aria-label={t`Announcements`} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {rows.map((one) => (
            <li
              key={one._id}
              data-named={one._id === namedId ? '' : undefined}
              className="border-t border-line pt-5 first:border-t-0 first:pt-0"
            >
              <h3
                {...writtenIn(language)}
                tabIndex={-1}
                className="-mx-1 scroll-mt-[calc(var(--spacing-bar)+1rem)] rounded-sm px-1 font-sans text-lg wrap-anywhere"
              >
                {one.title}
              </h3>
              <p className="mt-0.5 text-sm text-muted">
                <ReaderTime iso={one.createdAt} look="dateTime" />
                {one.editedAt !== null && (
                  <span>
                    {' '}
                    <Trans>(edited)</Trans>
                  </span>
                )}
              </p>
              <div {...writtenIn(language)} className="mt-2 wrap-anywhere">
                <Markdown text={one.text} top={4} look="message" />
              </div>
              {part === 'student' && <ReportButton announcement={one} onPress={() => setReporting(one)} />}
              {part === 'admin' && (
                <Button
                  variant="ghost"
                  size="sm"
                  className="-ms-2.5 mt-1"
                  icon={<Trash2 aria-hidden="true" className="size-4" />}
                  onClick={() => setRemoving(one)}
                >
                  <Trans>
                    Delete<span className="sr-only">{`: ${{ announcement: one.title }}`}</span>
                  </Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data.next !== null && (
        <Button variant="secondary" size="sm" className="mt-4" busy={busy} onClick={more}>
          <Trans>Show earlier announcements</Trans>
        </Button>
      )}
      {removing && <RemoveDialog announcement={removing} onClose={() => setRemoving(null)} onRemoved={reload} />}
      {reporting && <ReportDialog announcement={reporting} onClose={() => setReporting(null)} onReported={reload} />}
    </div>
  )
}
