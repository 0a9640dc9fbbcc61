import type { demo as demoData } from '@virtual-courses/demo/index'
import { type Insertable, sql } from 'kysely'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { LecturesTable } from '#db/schema.ts'
import { issueCertificate } from '#features/certificates/index.ts'
import { fillQuestion } from '#features/questions/index.ts'
import { fillAttempts } from '#features/quizzes/index.ts'
import { daysBefore, of } from './demo-rows.ts'

type Created = {
  users: ReadonlyMap<string, string>
  courses: ReadonlyMap<string, string>
  lectures: readonly Insertable<LecturesTable>[]
}

/** Writes the attempts at quizzes, the earliest first. */
export async function insertAttempts(
  tx: Tx,
  demo: Pick<typeof demoData, 'attempts'>,
  { users, courses, lectures }: Created,
  now: Date,
): Promise<void> {
  for (const [course, all] of Map.groupBy(demo.attempts, (one) => one.course)) {
    const quiz = lectures.find(({ course_id, kind }) => course_id === of(courses, course) && kind === 'quiz')
    const attempts = all.map(({ student, daysAgo, wrong }) => ({
      userId: of(users, student),
      at: daysBefore(now, daysAgo),
      wrong,
    }))
    await fillAttempts(
      tx,
      quiz?.id ?? '',
      attempts.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    )
  }
}

/** Writes the questions about lectures. */
export async function insertQuestions(
  tx: Tx,
  demo: Pick<typeof demoData, 'asked'>,
  { users, courses, lectures }: Created,
  now: Date,
): Promise<void> {
  for (const { course, student, lecture, second, title, text, daysAgo, votes, answers } of demo.asked) {
    const courseId = of(courses, course)
    const place = lectures.find(({ course_id, position }) => course_id === courseId && position === lecture)
    await fillQuestion(tx, {
      ...{ courseId, lectureId: place?.id ?? '', videoId: place?.video_id ?? null, second, title, text },
      userId: of(users, student),
      at: daysBefore(now, daysAgo),
      votes: votes.map((key) => of(users, key)),
      answers: answers.map((one) => ({
        userId: of(users, one.user),
        text: one.text,
        at: daysBefore(now, one.daysAgo),
        accepted: one.accepted ?? false,
      })),
    })
  }
}

/** Writes what opens later, what educators have announced, and the questions at which videos stop. */
export async function insertPace(
  tx: Tx,
  demo: Pick<typeof demoData, 'openings' | 'announcements' | 'checks'>,
  { courses, lectures }: Created,
  now: Date,
): Promise<void> {
  for (const { course, ...opening } of demo.openings) {
    const courseId = of(courses, course)
    if ('section' in opening)
      await tx
        .updateTable('course_sections')
        .set({ opens_after_days: opening.afterDays })
        .where('course_id', '=', courseId)
        .where('position', '=', opening.section)
        .execute()
    else
      await tx
        .updateTable('lectures')
        .set({ opens_in_order: true })
        .where('course_id', '=', courseId)
        .where('kind', '=', 'assignment')
        .execute()
  }
  for (const { course, title, text, daysAgo } of demo.announcements) {
    const courseId = of(courses, course)
    const at = daysBefore(now, daysAgo)
    await sql`
      insert into announcements (id, course_id, request_key, title, text, created_at, students, notified, sent_at)
      select ${newId()}, ${courseId}, ${newId()}, ${title}, ${text}, ${at}, count(*), count(*), ${at}
      from enrolments where course_id = ${courseId} and created_at <= ${at}`.execute(tx)
  }
  for (const { course, lecture, second, question, maySkip, tries } of demo.checks) {
    const courseId = of(courses, course)
    const place = lectures.find(({ course_id, position }) => course_id === courseId && position === lecture)
    await sql`
      insert into video_checks (lecture_id, question_id, position, second, may_skip, tries)
      select ${place?.id}, part ->> 'questionId', 1, ${second}, ${maySkip}, ${tries}
      from quizzes join lectures on lectures.id = quizzes.lecture_id, jsonb_array_elements(quizzes.parts)
        with ordinality as parts (part, number)
      where lectures.course_id = ${courseId} and number = ${question}`.execute(tx)
  }
}

/** Issues the certificates of those who have completed a course that grants one, on the day on which they did. */
export async function issueCertificates(tx: Tx): Promise<void> {
  const done = await tx
    .selectFrom('course_completions as done')
    .innerJoin('courses', 'courses.id', 'done.course_id')
    .select(['done.user_id as userId', 'done.course_id as courseId', 'done.completed_at as at'])
    .where('courses.grants_certificate', '=', true)
    .orderBy('done.completed_at')
    .execute()
  for (const { at, ...student } of done)
    await issueCertificate(
      tx,
      { clock: { now: () => at } satisfies FeatureDeps['clock'] },
      { ...student, silent: true },
    )
}
