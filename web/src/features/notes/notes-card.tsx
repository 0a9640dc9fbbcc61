import { Trans, useLingui } from '@lingui/react/macro'
import { Bookmark, ChevronDown, NotebookPen } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { JumpTo } from './note-item.tsx'
import type { KnownLecture } from './notes-list.tsx'
import type { OpenNotes } from './use-course-notes.ts'

const frame = 'overflow-hidden rounded-lg border border-line bg-surface'
const head = 'flex min-h-12 w-full items-center gap-2.5 px-5 py-2.5 text-start font-semibold'

function Head({ open, count }: { open: boolean; count: number }) {
  return (
    <>
      <NotebookPen aria-hidden="true" className="size-5 text-muted" />
      <span className="flex-1">
        <Trans>Your notes</Trans>
      </span>
      {count > 0 && <span className="tabular text-sm font-normal text-muted">{count}</span>}
      <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
    </>
  )
}

/** Keeps the room of the notes until it is known where they stand: in both places, of which the styles show one. */
export const NotesRoom = () => (
  <div aria-hidden="true" className={frame}>
    <p className={cx(head, 'text-lg')}>
      <Head open={false} count={0} />
    </p>
  </div>
)

type Props = {
  courseId: string
  lectures: readonly KnownLecture[]
  /** of the course */
  language: string | undefined
  onJump: JumpTo
  /** null while their code is not there */
  opened: OpenNotes | null
  /** Fetches it. */
  open: () => Promise<unknown>
  count: number
  /** adds at the present place of the lecture; null where there is none */
  onAdd: ((kind: 'note' | 'bookmark') => void) | null
}

/** The user's own notes in a course. Nothing is loaded until it is opened or used. */
export function NotesCard({ opened, open: fetchNotes, count, onAdd, ...list }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const missing = open && opened === null && !failed
  useEffect(() => {
    if (missing) fetchNotes().catch(() => setFailed(true))
  }, [missing, fetchNotes])
  return (
    <section
      aria-label={t`Your notes`}
      className={cx(frame, 'lg:flex lg:max-h-96 lg:flex-col', open ? 'lg:min-h-48' : 'lg:shrink-0')}
    >
      <h2 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={cx(head, 'hover:bg-tint')}
        >
          <Head open={open} count={count} />
        </button>
      </h2>
      {onAdd && (
        <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
          <Button
            variant="secondary"
            size="sm"
            icon={<NotebookPen aria-hidden="true" className="size-4" />}
            onClick={() => onAdd('note')}
          >
            <Trans>Add a note</Trans>
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={<Bookmark aria-hidden="true" className="size-4" />}
            onClick={() => onAdd('bookmark')}
          >
            <Trans>Bookmark this place</Trans>
          </Button>
        </div>
      )}
      {open && (
        <div id={id} className="max-h-[60dvh] overflow-y-auto border-t border-line lg:max-h-none lg:min-h-0">
          {opened ? (
            <PartBoundary>
              <opened.NotesList keeper={opened.keeper} {...list} />
            </PartBoundary>
          ) : failed ? (
            <Button variant="secondary" size="sm" className="m-5" onClick={() => setFailed(false)}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <Spinner className="min-h-40 w-full justify-center" label={t`Loading your notes`} />
          )}
        </div>
      )}
    </section>
  )
}
