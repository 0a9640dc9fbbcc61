import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { Bookmark, NotebookPen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { formatClock } from '#lib/text/format.ts'
import { IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { NoteEditor } from './note-editor.tsx'
import type { NoteKeeper } from './note-keeper.ts'
import { NoteStatus } from './note-status.tsx'
import type { ShownNote } from './note-text.ts'

export type JumpTo = (note: Pick<ShownNote, 'lectureId' | 'place'>) => void

type PlaceProps = {
  courseId: string
  /** the user can see the page of the course */
  courseOpen: boolean
  note: Pick<ShownNote, 'lectureId' | 'place'>
  lecture: { state: 'open' | 'closed' | 'removed'; videoId: string | null }
  /** goes there without leaving the page; without it a link leads there */
  onJump?: JumpTo | undefined
}

/** The place of a note, as a link to it: to the page of the course where the lecture is not open any more. */
export function NotePlaceLink({ courseId, courseOpen, note, lecture, onJump }: PlaceProps) {
  const { t } = useLingui()
  const { place } = note
  const words = place.kind === 'video' ? formatClock(place.second) : place.quote || t`In the text`
  const label =
    place.kind === 'video' ? t`Go to ${{ time: formatClock(place.second) }}` : t`Go to “${{ quote: isolate(words) }}”`
  const look = 'tabular inline-flex min-h-6 max-w-full items-center font-semibold text-link'
  if (!courseOpen) return <span className="tabular font-semibold">{words}</span>
  if (lecture.state !== 'open')
    return (
      <Link to={paths.course(courseId)} className={look}>
        <bdi className="line-clamp-1">{words}</bdi>
        <span className="sr-only">
          {' '}
          <Trans>(to the page of the course)</Trans>
        </span>
      </Link>
    )
  const at = place.kind === 'video' ? { t: place.second } : { part: place.block }
  return (
    <Link
      to={paths.learnAt(courseId, note.lectureId, at)}
      aria-label={label}
      onClick={(event) => {
        if (!onJump || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onJump(note)
      }}
      className={look}
    >
      <bdi className="line-clamp-1">{words}</bdi>
    </Link>
  )
}

/** Says that a note was written for a video that is not there any more. */
export function EarlierVideo({ note, lecture }: Pick<PlaceProps, 'note' | 'lecture'>) {
  const { place } = note
  if (place.kind !== 'video' || lecture.videoId === null || lecture.videoId === place.videoId) return null
  return (
    <span className="text-xs text-muted">
      <Trans>Written for an earlier video of this lecture</Trans>
    </span>
  )
}

type Props = Omit<PlaceProps, 'note'> & { note: ShownNote; keeper: NoteKeeper }

/** A note of the list: its place, its text, and what can be done with it. */
export function NoteItem({ keeper, note, ...where }: Props) {
  const { t } = useLingui()
  const [editing, setEditing] = useState(false)
  const { place, text, state } = note
  const at = place.kind === 'video' ? formatClock(place.second) : isolate(cutText(place.quote, 40))
  return (
    <li className="border-t border-line px-5 py-3" data-note={note.id}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <div className="flex min-h-8 flex-wrap items-center gap-x-2">
            <NotePlaceLink note={note} {...where} />
            <EarlierVideo note={note} lecture={where.lecture} />
          </div>
          {!editing && text !== '' && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
          {!editing && text === '' && (
            <p className="flex items-center gap-1.5 text-sm text-muted">
              <Bookmark aria-hidden="true" className="size-4" />
              <span>
                <Trans>Bookmark</Trans>
              </span>
            </p>
          )}
        </div>
        {!editing && (
          <div className="-me-2.5 flex">
            <IconButton
              label={t`Edit the note at ${at}`}
              onClick={() => setEditing(true)}
              className="size-9! [&_svg]:size-4.5"
            >
              <NotebookPen aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t`Delete the note at ${at}`}
              onClick={() => removeRow(() => keeper.remove(note.id))}
              className="size-9! [&_svg]:size-4.5"
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {editing && (
        <NoteEditor keeper={keeper} written={note} label={t`Note at ${at}`} onClose={() => setEditing(false)} />
      )}
      {!editing && state.kind !== 'saved' && (
        <NoteStatus note={note} keeper={keeper} onResolved={() => setEditing(false)} />
      )}
    </li>
  )
}
