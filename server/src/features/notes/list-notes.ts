import { type api, type LectureNotes, type Note, type ReplyOf, searchWords } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import { requireVisibleCourse } from '../courses/index.ts'
import { presentNote, presentNotedCourse, presentNotedLecture } from './present.ts'
import { findCourseTitle, findMatches, findNote, findNotedCourses, findNotesOf } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

/** Words of a search that are read; more would only cost time. */
const mostWords = 12

/** Returns the courses in which the user has notes. */
export async function listNotedCourses(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
): Promise<ReplyOf<typeof api.notes.courses>> {
  const rows = await findNotedCourses(db, viewer.id)
  return {
    courses: rows.map((row) => ({
      ...presentNotedCourse(row, viewer),
      notes: row.notes,
      changedAt: row.changed_at.toISOString(),
    })),
  }
}

/** Returns the user's notes in a course. Throws not_found for a course that they do not see and have no notes in. */
export async function listNotes(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
  courseId: string,
): Promise<ReplyOf<typeof api.notes.ofCourse>> {
  const rows = await findNotesOf(db, viewer.id, courseId)
  const [first] = rows
  if (!first) {
    await requireVisibleCourse(db, courseId, viewer)
    return { course: { _id: courseId, title: await findCourseTitle(db, courseId), open: true }, lectures: [] }
  }
  const lectures = Map.groupBy(rows, ({ lecture_id }) => lecture_id)
  return {
    course: presentNotedCourse(first, viewer),
    lectures: [...lectures].flatMap(([lectureId, [row, ...rest]]): LectureNotes[] =>
      row ? [{ lectureId, ...presentNotedLecture(row, viewer), notes: [row, ...rest].map(presentNote) }] : [],
    ),
  }
}

/** Returns a page of the user's notes with all words of a text. Throws rate_limited. */
export async function searchNotes(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  viewer: CurrentUser,
  { text, ...page }: PageQuery & { text: string },
): Promise<ReplyOf<typeof api.notes.find>> {
  await limits.noteSearches.consume(viewer.id)
  const { rows, next, previous } = await findMatches(db, viewer.id, searchWords(text).slice(0, mostWords), page)
  return {
    notes: rows.map((row) => {
      const { title, state } = presentNotedLecture(row, viewer)
      return { ...presentNote(row), course: presentNotedCourse(row, viewer), lectureTitle: title, lectureState: state }
    }),
    next,
    previous,
  }
}

/** Returns a note of the user. Throws not_found. */
export async function readNote({ db }: Pick<Deps, 'db'>, viewer: CurrentUser, noteId: string): Promise<Note> {
  const row = await findNote(db, viewer.id, noteId)
  if (!row || row.deleted_at) throw new DomainError('not_found')
  return presentNote(row)
}
