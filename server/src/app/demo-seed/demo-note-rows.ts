import { foldText } from '@virtual-courses/contract'
import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { LecturesTable, NotesTable } from '#db/schema.ts'
import { daysBefore, of } from './demo-rows.ts'

type Created = {
  users: ReadonlyMap<string, string>
  courses: ReadonlyMap<string, string>
  lectures: readonly Insertable<LecturesTable>[]
}

/** Returns the notes of the demo. */
export function noteRows(
  demo: Pick<typeof demoData, 'notes' | 'courses'>,
  { users, courses, lectures }: Created,
  now: Date,
): Insertable<NotesTable>[] {
  const titles = new Map(demo.courses.map(({ key, title }) => [key, title]))
  return demo.notes.map((note) => {
    const courseId = of(courses, note.course)
    const lecture = lectures.find(({ course_id, position }) => course_id === courseId && position === note.lecture)
    if (!lecture) throw new Error(`The demo has no lecture ${note.lecture} of ${note.course}`)
    const place =
      'second' in note
        ? { kind: 'video' as const, second: note.second, video_id: lecture.video_id ?? null, block: null, quote: '' }
        : { kind: 'text' as const, second: null, video_id: null, block: note.block, quote: note.quote }
    const at = daysBefore(now, note.daysAgo)
    return {
      ...place,
      user_id: of(users, note.student),
      id: newId(),
      course_id: courseId,
      course_title: titles.get(note.course) ?? '',
      lecture_id: lecture.id,
      lecture_title: lecture.title,
      text: note.text,
      folded: foldText(`${note.text} ${place.quote}`),
      revision: newId(),
      created_at: at,
      changed_at: at,
      deleted_at: null,
    }
  })
}
