import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Announcement, api as calls } from '@virtual-courses/contract'
import { CircleCheck, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/text/format.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'
import { EditAnnouncement } from './edit-announcement.tsx'

const refreshMs = 3000

type Props = { announcements: readonly Announcement[]; language: string | undefined }

/** Announcements that the educator has sent, with how far each has come. */
export function OwnAnnouncements({ announcements, language }: Props) {
  const { t } = useLingui()
  const { revalidate, state } = useRevalidator()
  const isSending = announcements.some(({ sent }) => sent?.done === false)
  useEffect(() => {
    if (!isSending || state !== 'idle') return
    const timer = setTimeout(() => document.visibilityState === 'visible' && void revalidate(), refreshMs)
    return () => clearTimeout(timer)
  }, [isSending, state, revalidate])
  return (
    <ul aria-label={t`Announcements`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {announcements.map((one) => (
        <OwnAnnouncement key={one._id} announcement={one} language={language} onChanged={() => void revalidate()} />
      ))}
    </ul>
  )
}

type OneProps = { announcement: Announcement; language: string | undefined; onChanged: () => void }

function OwnAnnouncement({ announcement, language, onChanged }: OneProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState<'edit' | 'delete' | null>(null)
  const [busy, setBusy] = useState(false)
  const { _id, title, text, createdAt, editedAt, sent } = announcement

  async function remove() {
    setBusy(true)
    try {
      const { message } = await browserApi(calls.announcements.remove, { params: { announcementId: _id } })
      toast.success(message)
      onChanged()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    } finally {
      setBusy(false)
      setShown(null)
    }
  }

  return (
    <Card as="li" className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          <ReaderTime iso={createdAt} look="dateTime" />
          {editedAt !== null && (
            <span>
              {' '}
              <Trans>(edited)</Trans>
            </span>
          )}
        </span>
        {sent && <SentState sent={sent} />}
      </p>
      {shown === 'edit' ? (
        <EditAnnouncement announcement={announcement} onClose={() => setShown(null)} onSaved={onChanged} />
      ) : (
        <>
          <h3 {...writtenIn(language)} className="mt-1 font-sans text-xl wrap-anywhere">
            {title}
          </h3>
          <div {...writtenIn(language)} className="mt-2 max-w-prose wrap-anywhere">
            <Markdown text={text} top={4} />
          </div>
          <div className="-ms-2.5 mt-3 flex flex-wrap gap-1">
            <Button
              variant="ghost"
              size="sm"
              icon={<Pencil aria-hidden="true" className="size-4" />}
              onClick={() => setShown('edit')}
            >
              <Trans>
                Edit<span className="sr-only">{`: ${{ announcement: title }}`}</span>
              </Trans>
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              onClick={() => setShown('delete')}
            >
              <Trans>
                Delete<span className="sr-only">{`: ${{ announcement: title }}`}</span>
              </Trans>
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        open={shown === 'delete'}
        onOpenChange={(open) => !open && !busy && setShown(null)}
        title={t`Delete this announcement?`}
        text={t`It disappears from the course, with its notifications. Mails that were sent cannot be called back, and it still counts for the week.`}
        confirmLabel={t`Delete announcement`}
        danger
        busy={busy}
        onConfirm={() => void remove()}
      />
    </Card>
  )
}

function SentState({ sent }: { sent: NonNullable<Announcement['sent']> }) {
  const { t } = useLingui()
  const { students, notified, done } = sent
  const [of, until] = [formatCount(students), formatCount(notified)]
  if (students === 0) return <span>{t`No one was enrolled then`}</span>
  if (!done)
    return (
      <span role="status" className="inline-flex items-center gap-1.5">
        <Spinner className="size-4" />
        <span>{t`Being sent: ${until} of ${of}`}</span>
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1 font-medium text-success">
      <CircleCheck aria-hidden="true" className="size-4" />
      <span>{t`${plural(students, { one: `Sent to ${of} student`, other: `Sent to ${of} students` })}`}</span>
    </span>
  )
}
