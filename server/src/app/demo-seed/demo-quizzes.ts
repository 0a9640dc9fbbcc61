import { QuestionInput } from '@virtual-courses/contract'
import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Tx } from '#core/transact.ts'
import type { LecturesTable } from '#db/schema.ts'
import { fillQuiz } from '#features/quizzes/index.ts'
import { of } from './demo-rows.ts'

type Created = {
  users: ReadonlyMap<string, string>
  courses: ReadonlyMap<string, string>
  lectures: readonly Insertable<LecturesTable>[]
}

/** Writes the quizzes of the demo into the entries that are there for them. */
export async function insertQuizzes(
  tx: Tx,
  deps: Pick<FeatureDeps, 'clock'>,
  demo: Pick<typeof demoData, 'courses'>,
  { users, courses, lectures }: Created,
): Promise<void> {
  for (const course of demo.courses)
    for (const [index, { quiz }] of course.lectures.entries()) {
      if (!quiz) continue
      const courseId = of(courses, course.key)
      const lecture = lectures.find(({ course_id, position }) => course_id === courseId && position === index + 1)
      const { intro, minutes = null, attempts = null, negativePercent = 0 } = quiz
      await fillQuiz(tx, deps, {
        ownerId: of(users, course.educator),
        courseId,
        lectureId: lecture?.id ?? '',
        questions: quiz.questions.map((question) => QuestionInput.parse(question)),
        settings: { intro, minutes, attempts, negativePercent },
      })
    }
}
