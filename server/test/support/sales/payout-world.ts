import { api, payoutPauseDays } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { TestApp, TestUser } from '../create-test-app.ts'
import { makeCourse } from '../make-course.ts'
import { buy } from './pay.ts'

const dayMs = 24 * 3600 * 1000

/** Password of the users of a test application. */
export const current = 'correct horse battery'

export const bankDetails = {
  holder: 'Asha Iyer',
  accountNumber: '1234 5678 9012',
  accountNumberAgain: '123456789012',
  ifsc: 'sbin0001234',
  current,
}

/** An educator whose course was bought for `prices` rupees, one student each; with bank details unless `account` is false. */
export async function makeSeller(
  app: TestApp,
  prices: readonly number[],
  { account = true, name = 'A Seller' }: { account?: boolean; name?: string } = {},
): Promise<TestUser> {
  const educator = await app.makeUser('educator', name)
  for (const price of prices)
    await buy(await app.makeUser('student'), (await makeCourse(educator, { price, title: `Worth ${price}` }))._id)
  if (account) await educator.call(api.payouts.saveAccount, { body: bankDetails })
  return educator
}

/** Moves the clock behind refund windows and pauses, and with it the ends of sessions. */
export async function passTime(app: TestApp, days = Math.max(7, payoutPauseDays) + 0.1): Promise<void> {
  const by = sql`make_interval(secs => ${days * 86_400})`
  await sql`update sessions set created_at = created_at + ${by}, renewed_at = renewed_at + ${by},
    expires_at = expires_at + ${by}`.execute(app.deps.db)
  app.clock.ms += days * dayMs
}
