import { api, type Course } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#app/job-registry.ts'
import { receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { connectSocket, listen, type TestSocket, until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy } from '#test/support/sales/pay.ts'

let app: TestApp
let course: Course
let educator: TestUser
const apps: TestApp[] = []
const open: TestSocket[] = []
beforeAll(async () => {
  app = await createTestApp()
  apps.push(app)
  educator = await app.makeUser('educator')
  course = await makeCourse(educator, { title: 'SQL at work', price: 0 })
})
afterAll(async () => {
  for (const { socket } of open) socket.disconnect()
  for (const one of apps.reverse()) await one.close()
})

async function connect(address: string, who: TestUser): Promise<TestSocket> {
  const one = await connectSocket(address, { cookie: who.cookie })
  open.push(one)
  return one
}
const median = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Milliseconds from the answer of a purchase to the arrival of its notifications in the student's browser. */
async function measure(web: TestApp, address: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const student = await web.makeUser()
    const { socket } = await connect(address, student)
    const arrived = new Promise((resolve) => socket.once('notification', resolve))
    await buy(student, course._id)
    const bought = performance.now()
    expect(await arrived).toMatchObject({ message: 'You are enrolled in SQL at work', read: false })
    times.push(performance.now() - bought)
  }
  return times
}

test('events of a web process are notified by a worker process and reach browsers of both at once', async ({
  skip,
}) => {
  if (!app.database.url) return skip('the embedded database serves one process')
  const worker = await createTestApp({ beside: app.database, config: { ROLE: 'worker' } })
  apps.push(worker)
  await until(() => receivesFromOthers(app.deps.db) && receivesFromOthers(worker.deps.db))
  await worker.deps.queue.work(allJobs(worker.deps))
  const [here, there] = [await listen(app.server), await listen(worker.server)]
  const across = await measure(app, here, 9)
  expect(median(across)).toBeLessThan(500)

  const student = await app.makeUser()
  const tabs = [await connect(here, student), await connect(there, student)]
  await buy(student, course._id)
  await until(() => tabs.every(({ received }) => received.length === 1))
  expect(tabs[0]?.received).toEqual(tabs[1]?.received)
  await student.call(api.notifications.markAllRead)
  await until(() => tabs.every(({ received }) => received.length === 2))
  expect(tabs[1]?.received[1]).toEqual(['notifications-read', { ids: 'all', unreadCount: 0 }])
  await student.call(api.accounts.logout)
  await until(() => tabs.every(({ lost }) => lost.length === 1))
})

test('events arrive within a fraction of a second, on each connected browser once', async () => {
  const single = await createTestApp()
  apps.push(single)
  await single.deps.queue.work(allJobs(single.deps))
  const address = await listen(single.server)
  educator = await single.makeUser('educator')
  course = await makeCourse(educator, { title: 'SQL at work', price: 0 })
  const watching = await connect(address, educator)
  const times = await measure(single, address, 15)
  expect(median(times)).toBeLessThan(500)
  await until(() => watching.received.length === 15)
})
