import {
  answerOutcomes,
  answerStates,
  CaptionSource,
  couponKinds,
  disputeStatuses,
  draftKinds,
  entryKinds,
  findingKinds,
  givenRoles,
  handedInWays,
  invoiceKinds,
  lateRules,
  leastStars,
  ledgerAccounts,
  liveEndReasons,
  liveMedia,
  liveQuestionStates,
  liveStates,
  markCauses,
  mostStars,
  notePlaceKinds,
  orderStatuses,
  passageKinds,
  questionKinds,
  quizShowParts,
  quizShowTimes,
  recordingStates,
  recordingStops,
  refundReasons,
  refundStatuses,
  roles,
  runPayoutStatuses,
  runStatuses,
  sitePageOrigins,
  streamStates,
  TranscriptionKind,
  TranscriptionState,
  undoOutcomes,
  unsureFinds,
  unsureStates,
  uploadStates,
  withdrawalCauses,
} from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { accountCodePurposes, couponUseStates, postingKinds } from '#db/schema-notes.ts'
import { visibleToStudent } from '#features/courses/index.ts'
import { decideVisible } from '#features/courses/rules.ts'
import { nextStatuses } from '#features/sales/rules.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'

let source: TestDatabase
let database: OpenDatabase
beforeAll(async () => {
  source = await openTestDatabase()
  database = openDatabase(source.settings, () => {})
  await run(`insert into users (id, name, email, role, created_at)
    select id, id, id || '@test.example', 'student', now() from unnest(array['meera', 'asha']) as id`)
})
afterAll(async () => {
  await database.close()
  await source.close()
})

const run = (statement: string) => sql.raw(statement).execute(database.db)
/** Whether the database takes a statement; what it did is undone. */
const takes = async (...statements: string[]): Promise<boolean> => {
  const undone = new Error('undone')
  return database.db
    .transaction()
    .execute(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
      throw undone
    })
    .catch((error: unknown) => {
      if (error === undone) return true
      if ((error as { code?: string }).code === '23514') return false // check_violation
      throw error
    })
}

/** The values of each column that has a fixed list of them, as TypeScript knows them. A new list of the database belongs here too. */
const lists: Record<string, readonly string[]> = {
  'account_codes.purpose': accountCodePurposes,
  'bulk_rows.undo_outcome': undoOutcomes,
  'certificates.withdrawn_because': withdrawalCauses,
  'coupon_uses.state': couponUseStates,
  'coupons.kind': couponKinds,
  'disputes.status': disputeStatuses,
  'drafts.kind': Object.keys(draftKinds),
  'invoice_counters.kind': invoiceKinds,
  'invoices.kind': invoiceKinds,
  'lecture_captions.source': CaptionSource.options,
  'lectures.kind': entryKinds,
  'lectures.live_state': liveStates,
  'ledger_entries.account': ledgerAccounts,
  'ledger_transactions.kind': postingKinds,
  'live_participants.role': givenRoles,
  'live_messages.question': liveQuestionStates,
  'live_recordings.state': recordingStates,
  'live_recordings.stopped_by': recordingStops,
  'live_sessions.end_reason': liveEndReasons,
  'live_sessions.media': liveMedia,
  'answer_attempts.outcome': answerOutcomes,
  'answers.state': answerStates,
  'assignments.late_rule': lateRules,
  'notes.kind': notePlaceKinds,
  'bank_questions.kind': questionKinds,
  'quiz_attempts.handed_in_by': handedInWays,
  'quiz_mark_changes.cause': markCauses,
  'quizzes.show_part': quizShowParts,
  'quizzes.show_time': quizShowTimes,
  'orders.status': orderStatuses,
  'passage_sets.kind': passageKinds,
  'payment_findings.kind': findingKinds,
  'payout_runs.status': runStatuses,
  'payouts.status': runPayoutStatuses,
  'refunds.reason': refundReasons,
  'refunds.status': refundStatuses,
  'site_page_versions.origin': sitePageOrigins,
  'transcriptions.kind': TranscriptionKind.options,
  'transcriptions.state': TranscriptionState.options,
  'unsure_searches.found': unsureFinds,
  'unsure_searches.state': unsureStates,
  'uploads.state': uploadStates,
  'users.role': roles,
  'videos.stream_state': streamStates,
}

test('the lists of values in checks of the database are those of TypeScript', async () => {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(database.db)
  const found = rows.flatMap(({ table, definition }) => {
    const [, column, values] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? []
    if (column === undefined || values === undefined) return []
    return [[`${table}.${column}`, [...values.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value).sort()]]
  })
  const known = Object.entries(lists).map(([column, values]) => [column, [...values].sort()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known))
})

describe('the states of an order', () => {
  const order = (status: string) =>
    `insert into orders (id, provider_order_id, user_id, course_id, amount_paise, list_paise, status, created_at)
      values ('o1', ${status === 'failed' ? 'null' : "'order_1'"}, 'asha', 'sold', 100, 100, '${status}', now())`
  beforeAll(() =>
    run(`insert into courses (id, creator_id, title, price_paise, created_at, updated_at)
      values ('sold', 'meera', 'Sold', 50000, now(), now())`),
  )

  test.each(orderStatuses)('the trigger lets %s become what nextStatuses says, and nothing else', async (from) => {
    const become = (to: string) =>
      // an order that fails was never opened at the provider
      `update orders set status = '${to}'${to === 'failed' ? ', provider_order_id = null' : ''} where id = 'o1'`
    const taken: string[] = []
    for (const to of orderStatuses) if (to !== from && (await takes(order(from), become(to)))) taken.push(to)
    expect(taken.sort()).toEqual([...nextStatuses[from]].sort())
  })
})

test('the stars of a review are those of the contract', async () => {
  await run(`insert into courses (id, creator_id, title, price_paise, created_at, updated_at)
    values ('rated', 'meera', 'Rated', 50000, now(), now())`)
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'reviews' and is_nullable = 'NO' and column_default is null`.execute(database.db)
  const values: Record<string, string> = { id: "'r'", user_id: "'asha'", course_id: "'rated'", comment: "''" }
  const names = rows.map(({ name }) => name)
  const give = (stars: number) =>
    `insert into reviews (${names.join(', ')})
      values (${names.map((name) => (name === 'rating' ? stars : (values[name] ?? 'now()'))).join(', ')})`
  const taken: number[] = []
  for (let stars = leastStars - 2; stars <= mostStars + 2; stars++) if (await takes(give(stars))) taken.push(stars)
  expect(taken).toEqual(Array.from({ length: mostStars }, (_, at) => leastStars + at))
  const counts = (length: number) =>
    `update courses set rating_counts = array_fill(0, array[${length}]) where id = 'rated'`
  expect(await takes(counts(mostStars))).toBe(true)
  expect(await takes(counts(mostStars + 1))).toBe(false)
})

test.each([
  { published: true, removed: false, enrolled: false },
  { published: true, removed: false, enrolled: true },
  { published: false, removed: false, enrolled: false },
  { published: false, removed: false, enrolled: true },
  { published: false, removed: true, enrolled: false },
  { published: false, removed: true, enrolled: true },
])('SQL and TypeScript agree on who sees a course: %o', async ({ published, removed, enrolled }) => {
  const id = `seen-${published}-${removed}-${enrolled}`
  await run(`insert into courses (id, creator_id, title, category, price_paise, is_published, removed_at, created_at, updated_at)
    values ('${id}', 'meera', 'Seen', 'Others', 50000, ${published}, ${removed ? 'now()' : 'null'}, now(), now())`)
  if (enrolled)
    await run(
      `insert into enrolments (user_id, course_id, amount_paise, created_at) values ('asha', '${id}', 0, now())`,
    )
  const row = await database.db
    .selectFrom('courses')
    .select(visibleToStudent('asha').as('visible'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const viewer = { id: 'asha', role: 'student' as const }
  expect(row.visible).toBe(decideVisible({ creatorId: 'meera', published, removed }, viewer, enrolled))
})
