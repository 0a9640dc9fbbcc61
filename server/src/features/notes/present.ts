import type { Note, NotedCourse, NotePlace } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { decideVisible } from '../courses/index.ts'
import { decideWatch } from '../lectures/index.ts'
import type { NotedCourseRow, NoteFacts, NoteRow } from './queries.ts'
import { lectureStateOf } from './rules.ts'

type Viewer = Pick<CurrentUser, 'id' | 'role'>

const placeOf = ({ kind, second, video_id, block, quote }: NoteRow): NotePlace =>
  kind === 'video' ? { kind, second: second ?? 0, videoId: video_id ?? '' } : { kind, block: block ?? 0, quote }

export const presentNote = (row: NoteRow): Note => ({
  _id: row.id,
  lectureId: row.lecture_id,
  place: placeOf(row),
  text: row.text,
  revision: row.revision,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})

/** Returns the course of notes. One that its viewer does not see any more has the title that the notes have kept. */
export function presentNotedCourse(
  row: Pick<
    NotedCourseRow,
    'course_id' | 'kept_course' | 'course_title' | 'creator_id' | 'is_published' | 'removed_at' | 'enrolled'
  >,
  viewer: Viewer,
): NotedCourse {
  const { creator_id: creatorId, course_title: title } = row
  const state = { creatorId: creatorId ?? '', published: row.is_published ?? false, removed: row.removed_at !== null }
  const open = title !== null && decideVisible(state, viewer, row.enrolled)
  return { _id: row.course_id, title: open ? title : row.kept_course, open }
}

/** Returns what is shown of the lecture of a note. */
export function presentNotedLecture(row: NoteFacts, viewer: Viewer) {
  const exists = row.lecture_title !== null && row.creator_id !== null
  const lecture = {
    creatorId: row.creator_id ?? '',
    published: row.is_published ?? false,
    removed: row.removed_at !== null,
    preview: row.is_preview_free ?? false,
  }
  const open = exists && 'ok' in decideWatch(lecture, viewer, row.enrolled)
  return {
    title: (open ? row.lecture_title : null) ?? row.kept_lecture,
    state: lectureStateOf({ exists, open }),
    videoId: open ? row.present_video : null,
  }
}
