import { slugOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { downloadHeader } from '../../lectures/index.ts'
import { header } from './csv/columns.ts'
import { writeRow } from './csv/write-row.ts'
import { writeGift } from './gift/write-gift.ts'
import { findAllQuestions, findTitle, type TransferRow } from './transfer-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>

const atOnce = 200

/** A file that is made while it is sent. */
export const fileOf = (pieces: AsyncIterable<string>, name: string, contentType: string): StreamReply => ({
  kind: 'pieces',
  pieces,
  contentType: `${contentType}; charset=utf-8`,
  headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store' },
})

/** Name of a file of some titles, in any script. */
export const fileName = (titles: readonly string[], last: string): string =>
  [...titles.map(slugOf), last].filter((part) => part !== '').join('-')

/** Writes all questions of a course, read page by page. A bank has an end, so has this. */
async function* write(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
  { first, textOf }: { first: string; textOf: (rows: readonly TransferRow[]) => string },
): AsyncGenerator<string> {
  yield first
  let cursor: string | undefined
  do {
    const { rows, next } = await findAllQuestions(db, courseId, { limit: atOnce, cursor })
    if (rows.length > 0) yield textOf(rows)
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

/** Returns all questions of the viewer's own course as GIFT. Throws not_found, rate_limited. */
export async function exportGift(deps: Deps, viewer: CurrentUser, courseId: string): Promise<StreamReply> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.exports.consume(viewer.id)
  const textOf = (rows: readonly TransferRow[]) => rows.map(({ content, tags }) => writeGift(content, tags)).join('')
  const pieces = write(deps, courseId, { first: '// Questions in the GIFT format, UTF-8\n\n', textOf })
  return fileOf(pieces, fileName([await findTitle(deps.db, courseId)], 'questions.gift.txt'), 'text/plain')
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
  return fileOf(pieces, fileName([await findTitle(deps.db, courseId)], 'questions.csv'), 'text/csv')
}
