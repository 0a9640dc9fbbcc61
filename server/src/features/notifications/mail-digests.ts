import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { beginDigest, type DigestItem, findAnsweredFor, findAskedFor } from '../questions/index.ts'
import { digestKey } from './keys.ts'
import { type Content, subjectOf } from './kinds.ts'
import { enqueueMails } from './mails/send-mails.ts'
import { mailDigests } from './own-jobs.ts'
import { findWays } from './setting-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config'>
type Which = 'questions-digest' | 'answers-digest'

/** Milliseconds that a daily mail covers at most, where none was sent for some days. */
const mostMs = 7 * 24 * 3600 * 1000
/** Users in one transaction, and questions that a mail names. */
const batchUsers = 50
export const mostInDigest = 10

/** Puts down the daily mails about questions and answers: once a day, whichever processes try. */
export async function beginDigests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await transact(db, async (tx) => {
    const period = await beginDigest(tx, { now: clock.now(), mostMs })
    if (!period) return
    const [since, until] = [period.since.toISOString(), period.until.toISOString()]
    for (const which of ['questions-digest', 'answers-digest'] as const)
      tx.enqueue(mailDigests, { which, since, until, after: '' })
  })
}

/** Puts down the mails of a batch of users, and the next batch. Repeating it changes nothing. */
export async function writeDigests(
  deps: Deps,
  { which, since, until, after }: { which: Which; since: string; until: string; after: string },
): Promise<void> {
  const find = which === 'questions-digest' ? findAskedFor : findAnsweredFor
  const period = { since: new Date(since), until: new Date(until) }
  await transact(deps.db, async (tx) => {
    const items = await find(tx, period, { after, users: batchUsers }, mostInDigest + 1)
    const byUser = Map.groupBy(items, ({ user_id }) => user_id)
    for (const [userId, own] of byUser) await writeDigest(deps, tx, { which, until, userId, items: own })
    const last = [...byUser.keys()].at(-1)
    if (last !== undefined && byUser.size === batchUsers) tx.enqueue(mailDigests, { which, since, until, after: last })
  })
}

async function writeDigest(
  deps: Deps,
  tx: Tx,
  { which, until, userId, items }: { which: Which; until: string; userId: string; items: readonly DigestItem[] },
): Promise<void> {
  const shown = items.slice(0, mostInDigest).map((item) => ({
    courseId: item.course_id,
    course: item.course,
    questionId: item.question_id,
    question: item.question,
    lectureId: item.lecture_id,
    count: item.count,
  }))
  const content: Content = { kind: which, params: { items: shown, more: items.length > mostInDigest } }
  const { byMail } = await findWays(tx, subjectOf(content), [userId])
  const one = { eventKey: digestKey(which, until), content, createdAt: deps.clock.now() }
  await enqueueMails(deps, tx, one, byMail)
}
