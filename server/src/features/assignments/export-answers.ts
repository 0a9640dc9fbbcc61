import type { Readable } from 'node:stream'
import { msg } from '@lingui/core/runtime-macro'
import { slugOf } from '@virtual-courses/contract'
import { makeZip } from 'client-zip'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { downloadHeader, fileName } from '#core/files/download.ts'
import { eachPage } from '#core/keyset.ts'
import type { Say } from '#core/languages/language.ts'
import { requireOwnEntry } from '../lectures/index.ts'
import { fileKey } from '../media/index.ts'
import { findAnswers, type ListedRow } from './list-queries.ts'
import { filesOf, presentListed } from './present.ts'
import { findAssignment, findFiles, findLastTexts } from './queries.ts'
import { distinctNames } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'storage' | 'limits' | 'clock'>
type Whose = { educatorId: string; lectureId: string }
type Entry = { name: string; input: string | AsyncIterable<string | Uint8Array>; lastModified: Date }

/** Answers in memory at once. */
const pageAnswers = 20

/** Yields the answers of an assignment that were handed in, a page at a time. */
const pagesOf = ({ db }: Pick<Deps, 'db'>, whose: Whose): AsyncGenerator<ListedRow[]> =>
  eachPage(pageAnswers, (page) => findAnswers(db, { ...whose, state: 'all' }, page))

/** Two students may have one name. */
const folderOf = ({ name, id }: ListedRow): string => [slugOf(name), id.slice(0, 6)].filter(Boolean).join('-')

/** Yields the table of marks. */
async function* tableOf(deps: Deps, whose: Whose, say: Say): AsyncGenerator<string> {
  const states = { draft: '', 'handed-in': say(msg`Waits`), returned: say(msg`Returned`), accepted: say(msg`Accepted`) }
  const head = [
    say(msg`Student`),
    say(msg`Folder`),
    say(msg`State`),
    say(msg`Attempt`),
    say(msg`Handed in`),
    say(msg`Days late`),
    say(msg`Marks`),
    say(msg`Highest marks`),
  ]
  yield csvOf([head], { bom: true })
  for await (const rows of pagesOf(deps, whose))
    yield csvOf(
      rows.map((row) => {
        const one = presentListed(row)
        const marks = [one.finalMarks ?? '', one.maxMarks]
        return [row.name, folderOf(row), states[one.state], one.attempt, one.handedInAt, one.lateDays, ...marks]
      }),
    )
}

/** Yields what the archive has. Only the file that is being sent is open; it is closed when the reader leaves. */
async function* entriesOf(deps: Deps, whose: Whose, say: Say): AsyncGenerator<Entry> {
  let open: Readable | null = null
  try {
    for await (const rows of pagesOf(deps, whose)) {
      const ids = rows.map(({ id }) => id)
      const texts = await findLastTexts(deps.db, ids)
      const files = Map.groupBy(await findFiles(deps.db, ids), ({ answer_id }) => answer_id)
      for (const row of rows) {
        const lastModified = row.handed_in_at
        const text = texts.get(row.id) ?? ''
        if (text !== '') yield { name: `${folderOf(row)}/answer.md`, input: text, lastModified }
        const own = filesOf(files.get(row.id) ?? [], row.attempt)
        const names = distinctNames(own.map(({ name }) => name))
        for (const [at, file] of own.entries()) {
          open = await deps.storage.read(fileKey(file.file_id))
          // withdrawn or deleted since the page was read
          if (open) yield { name: `${folderOf(row)}/files/${names[at]}`, input: open, lastModified }
          open?.destroy()
          open = null
        }
      }
    }
    yield { name: 'marks.csv', input: tableOf(deps, whose, say), lastModified: deps.clock.now() }
  } finally {
    open?.destroy()
  }
}

/** Yields the bytes of an archive. Leaving early ends the entries. */
async function* bytesOf(entries: AsyncGenerator<Entry>): AsyncGenerator<Uint8Array> {
  const reader = makeZip(entries).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // the library passes the end on as an error without a value
    await reader.cancel().catch(() => undefined)
    await entries.return(undefined)
  }
}

/** Returns all answers to an own assignment as an archive that is made while it is sent. Throws not_found, rate_limited. */
export async function exportAnswers(deps: Deps, educatorId: string, lectureId: string, say: Say): Promise<StreamReply> {
  await requireOwnEntry(deps.db, lectureId, educatorId, 'assignment')
  const assignment = await findAssignment(deps.db, lectureId, educatorId)
  if (!assignment) throw new DomainError('not_found')
  await deps.limits.exports.consume(educatorId)
  const name = fileName([assignment.title], 'answers.zip')
  return {
    kind: 'pieces',
    pieces: bytesOf(entriesOf(deps, { educatorId, lectureId }, say)),
    contentType: 'application/zip',
    headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store, no-transform' },
  }
}
