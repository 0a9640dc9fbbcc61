import { Trans } from '@lingui/react/macro'
import type { api, ReplyOf } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/layout/card.tsx'
import { NotePlaceLink } from './note-item.tsx'

type Props = { notes: ReplyOf<typeof api.notes.find>['notes'] }

/** What a search in all notes has found. */
export function FoundNotes({ notes }: Props) {
  if (notes.length === 0)
    return (
      <p role="status" className="text-muted">
        <Trans>No note has all of these words.</Trans>
      </p>
    )
  return (
    <Card flush>
      <ul>
        {notes.map(({ course, lectureTitle, lectureState: state, ...note }) => (
          <li key={note._id} className="border-line px-5 py-3 not-first:border-t">
            <p className="text-sm text-muted">
              <Link
                to={paths.notes(course._id)}
                className="inline-block min-h-6 wrap-anywhere underline underline-offset-4"
              >
                <bdi>{course.title}</bdi>
              </Link>
              <span aria-hidden="true"> · </span>
              <bdi className="wrap-anywhere">{lectureTitle}</bdi>
            </p>
            <NotePlaceLink
              courseId={course._id}
              courseOpen={course.open}
              note={note}
              lecture={{ state, videoId: null }}
            />
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {note.text === '' ? (
                <span>
                  <Trans>Bookmark</Trans>
                </span>
              ) : (
                <span>{note.text}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
