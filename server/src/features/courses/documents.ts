import { setImmediate as pause } from 'node:timers/promises'
import { Course } from '@virtual-courses/contract'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { findListed, type ListedRow, lockPublished, replaceDocuments } from './list-queries.ts'
import { presentCourse } from './present.ts'
import type { CompleteCourse } from './queries.ts'
import { averageRating } from './rules.ts'

/** Increase it when `presentCourse` or `presentLecture` write something else: documents of another format are made again. */
export const documentFormat = 2

/** What others than the creator change, too often for a document: it is read with the list. */
const changedByOthers = {
  creatorName: true,
  averageRating: true,
  reviewCount: true,
  enrolledCount: true,
  reviews: true,
} as const
const Document = Course.omit(changedByOthers)
const Rest = Course.pick(changedByOthers)

/** Returns the document of a course as JSON. Throws when the course does not fit the contract. */
export const documentOf = (row: CompleteCourse): string => JSON.stringify(Document.parse(presentCourse(row)))

/**
 * Makes the document of a course again, and has the lists made again that show it. Call it at the end of each transaction that
 * changes a published course or its lectures, or whether it is published; the course's row should be locked since before its
 * lectures. `authorId` is the user who sees the change at once. Throws when the course does not fit the contract.
 */
export async function remakeDocument(tx: Tx, courseId: string, authorId?: string): Promise<void> {
  await storeDocuments(tx, [courseId], (_id, error) => {
    throw error
  })
  tx.invalidate('catalogue', authorId)
}

/**
 * Stores the documents of those courses that are published, deletes the others, and returns the stored ones. The courses are locked
 * before they are read, so that the last document to be stored shows every committed change.
 */
async function storeDocuments(
  tx: Tx,
  ids: readonly string[],
  onBroken: (courseId: string, error: unknown) => void,
): Promise<Map<string, string>> {
  const rows = await lockPublished(tx, ids)
  const documents = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % madeAtOnce === 0) await pause()
    try {
      documents.set(row.id, documentOf(row))
    } catch (error) {
      onBroken(row.id, error)
    }
  }
  const gone = ids.filter((id) => !documents.has(id))
  await replaceDocuments(tx, { format: documentFormat, documents, gone })
  return documents
}

/** Courses in one query; the most that is in memory of a list, and that the embedded database does without a pause. */
const batchRows = 100
/** Documents that are made without a pause: a course may have 200 lectures. */
const madeAtOnce = 20

/** Makes the missing documents of rows and returns them; those of courses that do not fit the contract are logged and left out. */
async function makeMissing({ db, log }: Deps, rows: readonly ListedRow[]): Promise<Map<string, string>> {
  const missing = rows.flatMap(({ id, body }) => (body === null ? [id] : []))
  if (missing.length === 0) return new Map()
  return transact(db, (tx) =>
    storeDocuments(tx, missing, (courseId, error) =>
      log.error({ err: error, courseId }, 'a course does not fit the contract and is left out of the list'),
    ),
  )
}

type Deps = Pick<FeatureDeps, 'log'> & { db: Db }

/**
 * Yields the list of all published courses, newest first, as a JSON text in pieces of some courses each. Nothing is read ahead, and
 * the database is free between two pieces: what is committed meanwhile may be in the list or not. Documents that are missing are made.
 */
export async function* readList(deps: Deps): AsyncGenerator<string> {
  let separator = '['
  let after: ListedRow | undefined
  for (;;) {
    const rows = await findListed(deps.db, { format: documentFormat, after, count: batchRows })
    const made = await makeMissing(deps, rows)
    let piece = ''
    for (const row of rows) {
      const document = row.body ?? made.get(row.id)
      if (document === undefined) continue
      piece += `${separator}${joined(document, row)}`
      separator = ','
    }
    if (piece !== '') yield piece
    after = rows.at(-1)
    if (rows.length < batchRows) break
  }
  yield separator === '[' ? '[]' : ']'
}

/** Returns a course of the list: its document, and what is read with the list. */
function joined(document: string, row: ListedRow): string {
  const rest = Rest.parse({
    creatorName: row.creator_name,
    averageRating: averageRating(row.rating_sum, row.rating_count),
    reviewCount: row.rating_count,
    enrolledCount: row.enrolment_count,
    reviews: row.ratings.map((rating) => ({ rating })),
  })
  return `${document.slice(0, -1)},${JSON.stringify(rest).slice(1)}`
}
