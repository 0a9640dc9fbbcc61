import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, foldText, type NoteLectureState, searchWords } from '@virtual-courses/contract'
import { pathOf } from '@virtual-courses/contract/client'
import { Download, Search, Undo2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { type JumpTo, NoteItem } from './note-item.tsx'
import type { NoteKeeper, NotesView } from './note-keeper.ts'
import type { ShownNote } from './note-text.ts'
import { useNotesView } from './use-notes-view.ts'

/** A lecture of the course as its page knows it. */
export type KnownLecture = { _id: string; lectureTitle: string; videoId?: string | undefined; open: boolean }

type Group = {
  lectureId: string
  title: string
  state: NoteLectureState
  videoId: string | null
  notes: ShownNote[]
}

/** Lectures with notes: those of the page in its order, then those that only the notes know. */
function groupNotes(
  { lectures, notes }: Pick<NotesView, 'lectures' | 'notes'>,
  known: readonly KnownLecture[],
  untitled: string,
): Group[] {
  const byLecture = new Map<string, ShownNote[]>()
  for (const note of notes) {
    const group = byLecture.get(note.lectureId)
    if (group) group.push(note)
    else byLecture.set(note.lectureId, [note])
  }
  const infos = new Map(lectures.map((one) => [one.lectureId, one]))
  const ids = new Set([
    ...known.map(({ _id }) => _id),
    ...lectures.map(({ lectureId }) => lectureId),
    ...byLecture.keys(),
  ])
  const pages = new Map(known.map((one) => [one._id, one]))
  return [...ids].flatMap((lectureId): Group[] => {
    const own = byLecture.get(lectureId)
    if (!own) return []
    const [page, info] = [pages.get(lectureId), infos.get(lectureId)]
    return [
      {
        lectureId,
        title: page?.lectureTitle ?? info?.title ?? untitled,
        state: page ? (page.open ? 'open' : 'closed') : (info?.state ?? 'closed'),
        videoId: page?.videoId ?? info?.videoId ?? null,
        notes: own,
      },
    ]
  })
}

/** Returns the notes with all words of a search. */
export function matchNotes(notes: readonly ShownNote[], query: string): readonly ShownNote[] {
  const words = searchWords(query)
  if (words.length === 0) return notes
  return notes.filter(({ text, place }) => {
    const folded = foldText(place.kind === 'text' ? `${text} ${place.quote}` : text)
    return words.every((word) => folded.includes(word))
  })
}

type Props = {
  keeper: NoteKeeper
  courseId: string
  /** of the course, where the page has them */
  lectures?: readonly KnownLecture[]
  /** of the course */
  language?: string | undefined
  onJump?: JumpTo
  /** of the names of lectures: h2 on a page of its own */
  heading?: 'h2' | 'h3'
}

const none: readonly KnownLecture[] = []

/** All notes of a course by lecture, with search, download and undo. */
export function NotesList({ keeper, courseId, lectures = none, language, onJump, heading: Heading = 'h3' }: Props) {
  const { t } = useLingui()
  const view = useNotesView(keeper)
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const { notes } = view
  const found = useMemo(() => matchNotes(notes, deferred), [notes, deferred])
  const groups = groupNotes({ lectures: view.lectures, notes: found }, lectures, t`A lecture of this course`)
  return (
    <div>
      {view.phase === 'failed' && (
        <Notice
          tone="warning"
          className="mx-5 my-3"
          action={
            <Button variant="secondary" size="sm" onClick={() => void keeper.refresh()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>Your saved notes could not be loaded.</Trans>
        </Notice>
      )}
      {view.phase === 'loading' && notes.length === 0 && (
        <div className="grid gap-2 px-5 py-4">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      )}
      {notes.length > 0 && (
        <div className="flex items-center gap-2 px-4 py-3">
          <search className="min-w-0 flex-1">
            <Input
              type="search"
              aria-label={t`Search your notes`}
              placeholder={t`Search`}
              maxLength={100}
              leading={<Search aria-hidden="true" />}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          </search>
          <a
            href={pathOf(calls.notes.export, {}, { courseId })}
            download
            className={buttonClass({ variant: 'secondary' })}
            aria-label={t`Download your notes as Markdown`}
          >
            <Download aria-hidden="true" className="size-4.5" />
          </a>
        </div>
      )}
      <p role="status" className="sr-only">
        {deferred.trim() !== '' && t`${{ count: found.length }} notes found`}
      </p>
      {view.deleted && (
        <Notice
          className="mx-4 mb-3"
          action={
            <Button
              variant="secondary"
              size="sm"
              icon={<Undo2 aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
              onClick={() => keeper.restore()}
            >
              <Trans>Undo</Trans>
            </Button>
          }
        >
          <span role="status">
            {view.deleted.text === '' ? <Trans>Bookmark deleted.</Trans> : <Trans>Note deleted.</Trans>}
          </span>
        </Notice>
      )}
      {view.phase === 'ready' && notes.length === 0 && !view.deleted && (
        <p className="px-5 py-4 text-muted">
          <Trans>No notes in this course yet.</Trans>
        </p>
      )}
      {notes.length > 0 && found.length === 0 && (
        <p className="px-5 py-4 text-muted">
          <Trans>No note has all of these words.</Trans>
        </p>
      )}
      {groups.map((group) => (
        <section key={group.lectureId} aria-label={group.title}>
          <Heading className="flex flex-wrap items-baseline gap-x-2 border-t border-line bg-sunken px-5 py-2 font-sans text-sm font-semibold">
            <bdi {...writtenIn(language)} className="wrap-anywhere">
              {group.title}
            </bdi>
            {group.state === 'removed' && (
              <span className="font-normal text-muted">
                <Trans>Removed from the course</Trans>
              </span>
            )}
            {group.state === 'closed' && (
              <span className="font-normal text-muted">
                <Trans>Not open to you any more</Trans>
              </span>
            )}
          </Heading>
          <ol>
            {group.notes.map((note) => (
              <NoteItem
                key={note.id}
                keeper={keeper}
                note={note}
                courseId={courseId}
                courseOpen={view.course?.open ?? true}
                lecture={group}
                onJump={onJump}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
