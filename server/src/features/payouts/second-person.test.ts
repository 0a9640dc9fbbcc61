import { api } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { paymentKeys } from '#test/support/pay.ts'
import { makeSeller, passTime } from '#test/support/payout-world.ts'
import { runJobs } from '#test/support/run-jobs.ts'

describe('the second person of a payout run', () => {
  test.each(['suspend', 'delete', 'role', 'suspend before the draft'])(
    'to remove the only other admin ends no need for a second person, and all admins are told: %s',
    async (how) => {
      const site = await createTestApp({ config: paymentKeys })
      try {
        const [actor, other, third] = [
          await site.makeUser('admin'),
          await site.makeUser('admin'),
          await site.makeUser('admin'),
        ]
        await makeSeller(site, [1000])
        await passTime(site)
        const params = { userId: other.user._id }
        // the third is no admin in the days around the draft
        await actor.call(api.admin.changeRole, { params: { userId: third.user._id }, body: { role: 'student' } })
        site.clock.ms += 4 * 24 * 3600_000
        const suspend = () => actor.call(api.admin.suspend, { params, body: { reason: 'In my way' } })
        if (how === 'suspend before the draft') await suspend()
        const { run: made } = await actor.call(api.payoutRuns.create, { body: { note: '' } })
        if (how === 'suspend') await suspend()
        if (how === 'delete') await actor.call(api.admin.deleteUser, { params })
        if (how === 'role') await actor.call(api.admin.changeRole, { params, body: { role: 'student' } })
        const run = { params: { runId: made._id } }
        expect((await actor.call(api.payoutRuns.get, { ...run, query: {} })).mayConfirm).toBe(false)
        await expectProblem(actor.call(api.payoutRuns.confirm, run), 403, 'second_person_needed')
        await runJobs(site, 'notify-admin-removed')
        const { notifications } = await actor.call(api.notifications.list, { query: {} })
        expect(notifications.filter(({ kind }) => kind === 'admin-removed')).toHaveLength(
          how === 'suspend before the draft' ? 0 : 1,
        )
        // an admin who is alone for longer may act alone again
        site.clock.ms += 4 * 24 * 3600_000
        await expectProblem(actor.call(api.payoutRuns.confirm, run), 403, 'second_person_needed')
        await actor.call(api.payoutRuns.cancel, { ...run, body: { reason: 'Drafted again', bankFileWithdrawn: false } })
        const { run: later } = await actor.call(api.payoutRuns.create, { body: { note: '' } })
        expect((await actor.call(api.payoutRuns.confirm, { params: { runId: later._id } })).run.status).toBe(
          'confirmed',
        )
      } finally {
        await site.close()
      }
    },
  )

  test('an only admin confirms their own run, and the audit log says so', async () => {
    const alone = await createTestApp({ config: paymentKeys })
    try {
      const admin = await alone.makeUser('admin')
      await makeSeller(alone, [1000])
      await passTime(alone)
      const { run: made } = await admin.call(api.payoutRuns.create, { body: { note: 'November' } })
      const params = { runId: made._id }
      expect((await admin.call(api.payoutRuns.get, { params, query: {} })).mayConfirm).toBe(true)
      // one who joins before the confirmation has to do it
      const other = await alone.makeUser('admin')
      await expectProblem(admin.call(api.payoutRuns.confirm, { params }), 403, 'second_person_needed')
      await other.call(api.admin.suspend, { params: { userId: admin.user._id }, body: { reason: 'Left' } })
      await expectProblem(admin.call(api.payoutRuns.confirm, { params }), 401, 'unauthenticated')
      await other.call(api.admin.restore, { params: { userId: admin.user._id } })
      await other.call(api.admin.changeRole, { params: { userId: admin.user._id }, body: { role: 'student' } })
      const { run: own } = await other.call(api.payoutRuns.confirm, { params })
      expect(own).toMatchObject({ status: 'confirmed', note: 'November' })
    } finally {
      await alone.close()
    }
  })
})
