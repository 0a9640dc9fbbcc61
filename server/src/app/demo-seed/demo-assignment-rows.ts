import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { AnswerAttemptsTable, AnswersTable, AssignmentsTable, LecturesTable } from '#db/schema.ts'
import { daysBefore, of } from './demo-rows.ts'

type Placed = { id: string; course_id: string; position: number; section_id?: string | null | undefined }
type Created = {
  users: ReadonlyMap<string, string>
  courses: readonly { id: string; creator_id: string }[]
  courseIds: ReadonlyMap<string, string>
  lectures: readonly Placed[]
}

type Rubric = (typeof demoData)['assignments'][number]['rubric']

const pointsOf = (rubric: Rubric, chosen: Readonly<Record<string, string>>): number =>
  rubric.reduce((sum, { id, levels }) => sum + (levels.find((one) => one.id === chosen[id])?.points ?? 0), 0)

/** Returns the assignments of the demo, each at the end of its course, and what students have handed in. */
export function assignmentRows(demo: Pick<typeof demoData, 'assignments'>, created: Created, now: Date) {
  const rows = {
    lectures: [] as Insertable<LecturesTable>[],
    assignments: [] as Insertable<AssignmentsTable>[],
    answers: [] as Insertable<AnswersTable>[],
    attempts: [] as Insertable<AnswerAttemptsTable>[],
    /** entries that are completed by it */
    accepted: [] as { userId: string; lectureId: string; now: Date }[],
  }
  for (const { course, title, task, rubric, answers } of demo.assignments) {
    const courseId = of(created.courseIds, course)
    const educator = created.courses.find(({ id }) => id === courseId)?.creator_id ?? ''
    const own = created.lectures.filter(({ course_id }) => course_id === courseId)
    const last = own.reduce((one, other) => (other.position > one.position ? other : one))
    const lectureId = newId()
    const place = { course_id: courseId, position: last.position + 1, section_id: last.section_id ?? null }
    rows.lectures.push({
      id: lectureId,
      ...place,
      title,
      kind: 'assignment',
      body: task,
      created_at: daysBefore(now, 30),
    })
    const maxMarks = rubric.reduce((sum, { levels }) => sum + Math.max(...levels.map(({ points }) => points)), 0)
    rows.assignments.push({
      lecture_id: lectureId,
      due_at: daysBefore(now, -14),
      late_rule: 'reduced',
      late_percent: 10,
      max_attempts: 5,
      max_marks: maxMarks,
      rubric: JSON.stringify(rubric),
      changed_at: daysBefore(now, 30),
    })
    for (const { student, text, daysAgo, returned, accepted } of answers) {
      const id = newId()
      const at = daysBefore(now, daysAgo)
      rows.answers.push({
        id,
        lecture_id: lectureId,
        student_id: of(created.users, student),
        educator_id: educator,
        state: accepted ? 'accepted' : returned ? 'returned' : 'handed-in',
        attempt: 1,
        text,
        revision: newId(),
        changed_at: at,
        handed_in_at: at,
      })
      rows.attempts.push({
        answer_id: id,
        number: 1,
        text,
        handed_in_at: at,
        ...(returned && {
          outcome: 'returned' as const,
          late_days: 0,
          percent_off: 0,
          marks: null,
          max_marks: maxMarks,
          rubric: JSON.stringify(rubric),
          levels: '{}',
          comments: JSON.stringify(returned.comments),
          comment: returned.comment,
          marked_at: daysBefore(now, returned.daysAgo),
        }),
        ...(accepted && {
          outcome: 'accepted' as const,
          late_days: 0,
          percent_off: 0,
          marks: pointsOf(rubric, accepted.levels),
          max_marks: maxMarks,
          rubric: JSON.stringify(rubric),
          levels: JSON.stringify(accepted.levels),
          comments: '{}',
          comment: accepted.comment,
          marked_at: daysBefore(now, accepted.daysAgo),
        }),
      })
      if (accepted)
        rows.accepted.push({
          userId: of(created.users, student),
          lectureId,
          now: daysBefore(now, accepted.daysAgo),
        })
    }
  }
  return rows
}
