import type { CheckPlace } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { CurrentUser } from '#core/current-user.ts'
import type { Executor } from '#core/executor.ts'
import { enrolledIn } from '../courses/index.ts'
import { isCheckDone } from './rules.ts'

type Row = Omit<CheckPlace, 'done'> & { allowed: number; tries: number | null; isRight: boolean | null }

/** Returns the questions in those videos of a course that this viewer may watch. Who is not enrolled may skip all of them. */
export async function findCheckPlaces(on: Executor, courseId: string, viewer: CurrentUser): Promise<CheckPlace[]> {
  const enrolled = enrolledIn(viewer.id)
  const { rows } = await sql<Row>`
    select checks.lecture_id as "lectureId", checks.question_id as "questionId", checks.second, checks.tries as allowed,
      (checks.may_skip or not ${enrolled}) as "maySkip", answers.tries, answers.is_right as "isRight"
    from lectures join courses on courses.id = lectures.course_id
      join video_checks as checks on checks.lecture_id = lectures.id
      left join video_check_answers as answers on answers.lecture_id = checks.lecture_id
        and answers.question_id = checks.question_id and answers.user_id = ${viewer.id} and ${enrolled}
    where lectures.course_id = ${courseId} and (lectures.is_preview_free or courses.creator_id = ${viewer.id}
      or ${viewer.role === 'admin'}::boolean or ${enrolled})
    order by lectures.position, checks.second, checks.position`.execute(on)
  return rows.map(({ allowed, tries, isRight, ...place }) => ({
    ...place,
    done: isCheckDone(tries === null ? null : { tries, isRight: isRight === true }, allowed),
  }))
}
