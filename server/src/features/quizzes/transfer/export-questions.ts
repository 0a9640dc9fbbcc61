import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileName, textDownload } from '#core/files/download.ts'
import { eachPage } from '#core/keyset.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { header } from './csv/columns.ts'
import { writeRow } from './csv/write-row.ts'
import { writeGift } from './gift/write-gift.ts'
import { findAllQuestions, findTitle, type TransferRow } from './transfer-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const atOnce = 200

/** Writes all questions of a course, read page by page. A bank has an end, so has this. */
async function* write(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
  { first, textOf }: { first: string; textOf: (rows: readonly TransferRow[]) => string },
): AsyncGenerator<string> {
  yield first
  for await (const rows of eachPage(atOnce, (page) => findAllQuestions(db, courseId, page))) yield textOf(rows)
}

/** Returns all questions of the viewer's own course as GIFT. Throws not_found, rate_limited. */
export async function exportGift(deps: Deps, viewer: CurrentUser, courseId: string): Promise<StreamReply> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.exports.consume(viewer.id)
  const textOf = (rows: readonly TransferRow[]) => rows.map(({ content, tags }) => writeGift(content, tags)).join('')
  const pieces = write(deps, courseId, { first: '// Questions in the GIFT format, UTF-8\n\n', textOf })
  return textDownload(pieces, fileName([await findTitle(deps.db, courseId)], 'questions.gift.txt'), 'text/plain')
}

/** Returns all questions of the viewer's own course as CSV. Throws not_found, rate_limited. */
export async function exportCsv(deps: Deps, viewer: CurrentUser, courseId: string): Promise<StreamReply> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.exports.consume(viewer.id)
  const textOf = (rows: readonly TransferRow[]) =>
    csvOf(
      rows.map(({ content, tags }) => writeRow(content, tags)),
      { keepLines: true },
    )
  const pieces = write(deps, courseId, { first: csvOf([header], { bom: true }), textOf })
  return textDownload(pieces, fileName([await findTitle(deps.db, courseId)], 'questions.csv'), 'text/csv')
}
