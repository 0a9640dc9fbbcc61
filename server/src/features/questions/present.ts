import type { CourseAnswer, CourseQuestion } from '@virtual-courses/contract'
import { versionOf } from '#core/read-version.ts'
import { photoUrlOf } from '../accounts/index.ts'
import type { PostRow, QuestionRow } from './queries.ts'

/** Version of what `questions.edit` changes. */
export const postVersion = ({ title, text }: { title: string; text: string }): string => versionOf([title, text])

/** Shows name, photo and role of the author, never the id. */
const presentPost = (row: PostRow) => ({
  _id: row.id,
  text: row.text,
  author: { name: row.name, photoUrl: photoUrlOf(row.photo_id), role: row.role, educator: row.by_educator },
  own: row.own,
  votes: row.votes,
  voted: row.voted,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  canReport: row.can_report,
})

export const presentQuestion = (row: QuestionRow): CourseQuestion => ({
  ...presentPost(row),
  courseId: row.course_id,
  title: row.title,
  lecture: row.lecture_id === null ? null : { _id: row.lecture_id, title: row.lecture_title ?? '' },
  second: row.second,
  videoId: row.video_id,
  answers: row.answers,
  solved: row.accepted_id !== null,
  follows: row.follows,
  waitsSince: row.waits_since?.toISOString() ?? null,
})

/** A question with its whole text. */
export const presentWhole = (row: QuestionRow): CourseQuestion => ({
  ...presentQuestion(row),
  ...(row.own && { version: postVersion(row) }),
})

export const presentAnswer = (row: PostRow, acceptedId: string | null): CourseAnswer => ({
  ...presentPost(row),
  accepted: row.id === acceptedId,
  ...(row.own && { version: postVersion(row) }),
})
