import { msg } from '@lingui/core/runtime-macro'
import { slugOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { downloadHeader } from '../lectures/index.ts'
import { findCourse, findEntries, findStudents } from './queries.ts'
import { marksOf } from './read-marks.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const atOnce = 200

async function* write({ db }: Pick<Deps, 'db'>, courseId: string, say: Say): AsyncGenerator<string> {
  const entries = await findEntries(db, courseId)
  const heads = [msg`Student`, msg`Student ID`, msg`Average (%)`, msg`Completed at`].map(say)
  yield csvOf([[...heads, ...entries.map(({ title }) => title)]], { bom: true })
  let cursor: string | undefined
  do {
    const { rows, next } = await findStudents(db, courseId, { limit: atOnce, cursor })
    const table = (await marksOf(db, entries, rows)).map(({ student, marks, percent }) => {
      const of = new Map(marks.map((mark) => [mark.lectureId, mark.marks]))
      return [
        student.name,
        student.id,
        percent ?? '',
        student.completed_at?.toISOString() ?? '',
        ...entries.map(({ id }) => of.get(id) ?? ''),
      ]
    })
    if (table.length > 0) yield csvOf(table)
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** Returns the marks of all students of the viewer's own course as CSV, read page by page. Throws not_found, rate_limited. */
export async function exportMarks(deps: Deps, viewer: CurrentUser, courseId: string, say: Say): Promise<StreamReply> {
  const title = await findCourse(deps.db, courseId, { ownerId: viewer.id })
  if (title === undefined) throw new DomainError('not_found')
  await deps.limits.exports.consume(viewer.id)
  const name = [slugOf(title), 'marks.csv'].filter((part) => part !== '').join('-')
  return {
    kind: 'pieces',
    pieces: write(deps, courseId, say),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store' },
  }
}
