import { Trans, useLingui } from '@lingui/react/macro'
import { Bookmark, NotebookPen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useEarlyPress } from '#ui/early-press.ts'
import { FoldCard, FoldRoom } from '#ui/layout/fold-card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { JumpTo } from './note-item.tsx'
import type { KnownLecture } from './notes-list.tsx'
import type { OpenNotes } from './use-course-notes.ts'

type Kind = 'note' | 'bookmark'
type Add = (kind: Kind) => void

function AddTools({ onAdd }: { onAdd: Add }) {
  return (
    <div className="flex flex-wrap gap-2 border-t border-line p-3">
      <Button
        variant="secondary"
        size="sm"
        icon={<NotebookPen aria-hidden="true" className="size-4" />}
        data-early="note"
        onClick={() => onAdd('note')}
      >
        <Trans>Add a note</Trans>
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<Bookmark aria-hidden="true" className="size-4" />}
        data-early="bookmark"
        onClick={() => onAdd('bookmark')}
      >
        <Trans>Bookmark this place</Trans>
      </Button>
    </div>
  )
}

/** What was pressed in the room of the notes. */
let pressed: Kind | undefined

/** Keeps the room of the notes. What is pressed in it takes effect once they are there. */
export function NotesRoom({ adds }: { adds: boolean }) {
  const { t } = useLingui()
  const tools = (
    <AddTools
      onAdd={(kind) => {
        pressed = kind
      }}
    />
  )
  return <FoldRoom icon={<NotebookPen />} title={t`Your notes`} tools={adds && tools} />
}

function ReadyTools({ onAdd }: { onAdd: Add }) {
  useEarlyPress('note', () => onAdd('note'))
  useEarlyPress('bookmark', () => onAdd('bookmark'))
  useEffect(() => {
    if (pressed) onAdd(pressed)
    pressed = undefined
  }, [onAdd])
  return <AddTools onAdd={onAdd} />
}

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
  onAdd: Add | null
}

/** The user's own notes in a course. Nothing is loaded until it is opened or used. */
export function NotesCard({ opened, open: fetchNotes, count, onAdd, ...list }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [failed, setFailed] = useState(false)
  const missing = open && opened === null && !failed
  useEffect(() => {
    if (missing) fetchNotes().catch(() => setFailed(true))
  }, [missing, fetchNotes])
  return (
    <FoldCard
      icon={<NotebookPen />}
      title={t`Your notes`}
      count={count}
      open={open}
      onToggle={() => setOpen(!open)}
      className={cx('lg:flex lg:max-h-96 lg:flex-col', open ? 'lg:min-h-48' : 'lg:shrink-0')}
      panelClass="max-h-[60dvh] overflow-y-auto lg:max-h-none lg:min-h-0"
      tools={onAdd && <ReadyTools onAdd={onAdd} />}
    >
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
    </FoldCard>
  )
}
