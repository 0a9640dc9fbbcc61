import { msg } from '@lingui/core/runtime-macro'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { PostingKind } from '#db/schema.ts'
import { rupeesOf } from '../courses/index.ts'
import { findEntries, findOpening } from './statement-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config'>

/** Returns the month of a time in a time zone: 2026-11. */
export const monthOf = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(time)

/** Throws not_found for a month that has not begun. */
export function requireBegun({ clock, config }: Pick<Deps, 'clock' | 'config'>, month: string): void {
  if (month > monthOf(clock.now(), config.TIME_ZONE))
    throw new DomainError('not_found', msg`This month has not begun yet`)
}

const columns = [
  msg`Date`,
  msg({ message: 'Entry', context: 'of a statement' }),
  msg`Order or payout`,
  msg`Courses`,
  msg`Amount (INR)`,
  msg`Balance (INR)`,
]

/** Names of entries in a statement. */
const names: Partial<Record<PostingKind, Sentence>> = {
  sale: msg({ message: 'Sale', context: 'of a course' }),
  'refund-requested': msg({ message: 'Refund', context: 'noun' }),
  'dispute-lost': msg`Disputed payment lost`,
  payout: msg`Payout`,
  'payout-returned': msg`Payout returned`,
}

/** Number of entries that are read by one query. */
const atOnce = 1000

/**
 * Yields the statement of a month as CSV, in the language of its reader: the opening balance, a row for each entry with the balance after
 * it, and the closing balance. Entries are read in batches, so that a month of any length needs little memory.
 */
export async function* writeStatement(
  { db, config }: Deps,
  educatorId: string,
  month: string,
  say: Say,
): AsyncGenerator<string> {
  let balance = await findOpening(db, educatorId, month)
  const nameOf = (kind: PostingKind): string => (names[kind] ? say(names[kind]) : kind)
  const edge = (name: string) => ['', name, '', '', '', rupeesOf(balance)]
  yield csvOf([columns.map(say), edge(say(msg`Opening balance`))], { bom: true })
  let after = '0'
  for (;;) {
    const entries = await findEntries(db, { educatorId, month, zone: config.TIME_ZONE, after, limit: atOnce })
    if (entries.length > 0)
      yield csvOf(
        entries.map(({ time, kind, subject, courses, amount_paise: paise }) => {
          balance += Number(paise)
          return [time, nameOf(kind), subject, courses, rupeesOf(Number(paise)), rupeesOf(balance)]
        }),
      )
    after = entries.at(-1)?.id ?? after
    if (entries.length < atOnce) break
  }
  yield csvOf([edge(say(msg`Closing balance`))])
}
