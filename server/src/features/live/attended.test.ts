import type { AddressInfo } from 'node:net'
import { api } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { expectProblem } from '#test/support/expect-problem.ts'
import { openTab } from '#test/support/live/live-room.ts'
import { buy } from '#test/support/sales/pay.ts'
import { useWatchedSite } from '#test/support/sales/watched-steps.ts'
import { liveJobs } from './jobs.ts'

const { site, watched, refund } = useWatchedSite()
/** The job that runs every minute. */
const aMinutePasses = () =>
  liveJobs(site.app.deps)
    .find(({ kind }) => kind.name === 'count-attendance')
    ?.run({})

test('a session that was attended counts for a refund, minute by minute; the lobby does not', async () => {
  const { app, educator, student, course } = site
  const { lecture } = await educator.call(api.lectures.create, {
    params: { courseId: course._id },
    body: {
      lectureTitle: 'Ask me anything',
      isLive: true,
      liveStartTime: new Date(app.clock.ms + 60_000).toISOString(),
    },
  })
  await buy(student, course._id)
  app.clock.ms += 120_000
  const address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`
  const [mine, theirs] = [await openTab(address, student), await openTab(address, educator)]
  const { roomId } = await student.call(api.live.join, { params: { lectureId: lecture._id } })
  await mine.enter(roomId)
  await aMinutePasses()
  expect(await watched()).toBe(0)
  await educator.call(api.live.start, { params: { lectureId: lecture._id } })
  await theirs.enter(roomId)
  // the first minute may be a look
  const shares: number[] = []
  for (let minute = 0; minute < 6; minute++) {
    await aMinutePasses()
    shares.push(await watched())
  }
  expect(shares).toEqual([0, 25, 50, 75, 100, 100])
  await expectProblem(refund(), 409, 'refund_not_allowed')
  for (const { socket } of [mine, theirs]) socket.disconnect()
})
