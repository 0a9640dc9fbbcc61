import { msg } from '@lingui/core/runtime-macro'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileName, textDownload } from '#core/files/download.ts'
import { eachPage } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { exportedCell, exportedColumn, headOf, studentColumn } from './marks-file.ts'
import { findCourse, findEntries, findStudents } from './queries.ts'
import { marksOf } from './read-marks.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const atOnce = 200

async function* write({ db }: Pick<Deps, 'db'>, courseId: string, say: Say): AsyncGenerator<string> {
  const entries = await findEntries(db, courseId)
  const heads = [
    say(msg`Student`),
    headOf(say(msg`Student ID`), studentColumn),
    say(msg`Average (%)`),
    say(msg`Completed at`),
    ...entries.map(({ title, id }) => headOf(title, id)),
    headOf(say(msg`Leave this column as it is`), exportedColumn),
  ]
  yield csvOf([heads], { bom: true })
  for await (const rows of eachPage(atOnce, (page) => findStudents(db, courseId, page))) {
    const table = (await marksOf(db, entries, rows)).map(({ student, marks, percent, shown }) => {
      const of = new Map(marks.map((mark) => [mark.lectureId, mark.marks]))
      return [
        student.name,
        student.id,
        percent ?? '',
        student.completed_at?.toISOString() ?? '',
        ...entries.map(({ id }) => of.get(id) ?? ''),
        exportedCell(shown),
      ]
    })
    yield csvOf(table)
  }
}

/** Returns the marks of all students of the viewer's own course as CSV, read page by page. Throws not_found, rate_limited. */
export async function exportMarks(deps: Deps, viewer: CurrentUser, courseId: string, say: Say): Promise<StreamReply> {
  const title = await findCourse(deps.db, courseId, { ownerId: viewer.id })
  if (title === undefined) throw new DomainError('not_found')
  await deps.limits.exports.consume(viewer.id)
  return textDownload(write(deps, courseId, say), fileName([title], 'marks.csv'), 'text/csv')
}
