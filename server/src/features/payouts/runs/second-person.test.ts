import { api } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { inAll } from '#test/support/in-all.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { paymentKeys } from '#test/support/sales/pay.ts'
import { makeSeller, passTime } from '#test/support/sales/payout-world.ts'

describe('the second person of a payout run', () => {
  test.each(inAll(['delete', 'suspend before the draft'], ['suspend', 'role']))(
    'is still needed after the only other admin is removed, and all admins are notified: %s',
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
        // the third account is not an admin in the days around the draft
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
        // an admin who has been the only one for longer may act alone again
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

  test('is not needed while there is only one admin, who confirms their own run; the audit log records it', async () => {
    const alone = await createTestApp({ config: paymentKeys })
    try {
      const admin = await alone.makeUser('admin')
      await makeSeller(alone, [1000])
      await passTime(alone)
      const { run: made } = await admin.call(api.payoutRuns.create, { body: { note: 'November' } })
      const params = { runId: made._id }
      expect((await admin.call(api.payoutRuns.get, { params, query: {} })).mayConfirm).toBe(true)
      expect((await admin.call(api.payoutRuns.confirm, { params })).run).toMatchObject({
        status: 'confirmed',
        note: 'November',
      })
    } finally {
      await alone.close()
    }
  })

  test('cannot be an account that has just become an admin while there is a longer-standing one', async () => {
    const site = await createTestApp({ config: paymentKeys })
    try {
      const [maker, elder] = [await site.makeUser('admin'), await site.makeUser('admin')]
      await makeSeller(site, [1000])
      await passTime(site)
      const invited = await site.makeUser('admin')
      const draft = async () => (await maker.call(api.payoutRuns.create, { body: { note: '' } })).run._id
      const confirm = (who: typeof maker, runId: string) => who.call(api.payoutRuns.confirm, { params: { runId } })
      const before = await draft()
      const late = await site.makeUser('admin')
      for (const who of [maker, invited, late]) await expectProblem(confirm(who, before), 403, 'second_person_needed')
      const shown = await invited.call(api.payoutRuns.get, { params: { runId: before }, query: {} })
      expect(shown.mayConfirm).toBe(false)
      await maker.call(api.payoutRuns.cancel, {
        params: { runId: before },
        body: { reason: 'Again', bankFileWithdrawn: false },
      })
      // the longer-standing admin is away, and the invited one has been an admin for long enough
      site.clock.ms += 4 * 24 * 3600_000
      expect((await confirm(invited, await draft())).run.status).toBe('confirmed')
      expect((await elder.call(api.payoutRuns.list, { query: {} })).runs).toHaveLength(2)
    } finally {
      await site.close()
    }
  })

  test('is the other one of two new admins, and never one who became an admin after the draft', async () => {
    const site = await createTestApp({ config: paymentKeys })
    try {
      const maker = await site.makeUser('admin')
      await makeSeller(site, [1000])
      await passTime(site)
      const early = (await maker.call(api.payoutRuns.create, { body: { note: '' } })).run._id
      const second = await site.makeUser('admin')
      for (const who of [maker, second])
        await expectProblem(who.call(api.payoutRuns.confirm, { params: { runId: early } }), 403, 'second_person_needed')
      await second.call(api.payoutRuns.cancel, {
        params: { runId: early },
        body: { reason: 'Again', bankFileWithdrawn: false },
      })
      const later = (await maker.call(api.payoutRuns.create, { body: { note: '' } })).run._id
      expect((await second.call(api.payoutRuns.confirm, { params: { runId: later } })).run.status).toBe('confirmed')
    } finally {
      await site.close()
    }
  })
})
