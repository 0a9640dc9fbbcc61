import { setTimeout as sleep } from 'node:timers/promises'
import { api, type Course } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cacheVersion, receivesFromOthers } from '#core/events/cache-invalidation.ts'
import { transact } from '#core/transact.ts'
import { openDatabase } from '#db/open-database.ts'
import { listenToPostgres } from '#realtime/postgres-listener.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { createPublishedList } from './list/published-list.ts'

let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

const quiet = () => {}
const until = async (done: () => boolean | Promise<boolean>) => {
  for (let attempt = 0; attempt < 200 && !(await done()); attempt++) await sleep(25)
  expect(await done()).toBe(true)
}

/** What a second process has: its own connections, list and listener. */
function otherProcess(url: string, listening: boolean) {
  const name = `other-${Math.random().toString(36).slice(2)}`
  const { db, close } = openDatabase({ connectionString: url, max: 2 }, quiet)
  const deps = { db, log: app.deps.log, config: app.deps.config, shared: true }
  const list = createPublishedList(deps)
  const listener = listening
    ? listenToPostgres(db, { connectionString: url, application_name: name }, quiet, { pollMs: 200 })
    : undefined
  return {
    db,
    /** as the author of the changes, or as a visitor */
    async titles(author: boolean) {
      const { plain } = await (await list.get(author ? educator.user._id : null)).own.read()
      const courses: Course[] = JSON.parse(String(plain))
      return courses.map(({ title }) => title)
    },
    /** Cuts the listener's connection, as a restart of the database does. */
    cut: () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(app.deps.db),
    async close() {
      await listener?.close()
      await close()
    },
  }
}

const rename = (course: Course, title: string) =>
  educator.call(api.courses.edit, { params: { courseId: course._id }, body: { title } })

/** The embedded database serves one process alone: there is no one to listen to. */
const sharedUrl = (): string | undefined => {
  expect(app.deps.shared).toBe(app.database.url !== undefined)
  return app.database.url
}

test('another process receives a change', async ({ skip }) => {
  const url = sharedUrl()
  if (!url) return skip('the embedded database serves one process')
  const course = await makeCourse(educator, { title: 'before' })
  const other = otherProcess(url, true)
  try {
    await until(() => receivesFromOthers(other.db))
    await until(async () => (await other.titles(false)).includes('before'))
    await rename(course, 'after')
    const read = async () => (await app.visitor(api.courses.published)).map(({ title }) => title)
    await until(async () => {
      const lists = await Promise.all([read(), other.titles(false), read(), other.titles(false)])
      return lists.every((titles) => titles.includes('after'))
    })
    expect(await other.titles(true)).toContain('after')
  } finally {
    await other.close()
  }
})

test('an author never gets the state before their change in another process, heard of or not', async ({ skip }) => {
  const url = sharedUrl()
  if (!url) return skip('the embedded database serves one process')
  const course = await makeCourse(educator)
  const other = otherProcess(url, true)
  try {
    await until(() => receivesFromOthers(other.db))
    for (let round = 0; round < 20; round++) {
      await rename(course, `round ${round}`)
      expect(await other.titles(true)).toContain(`round ${round}`)
    }
  } finally {
    await other.close()
  }
})

test('a process without notifications reads the version every time', async ({ skip }) => {
  const url = sharedUrl()
  if (!url) return skip('the embedded database serves one process')
  const course = await makeCourse(educator)
  const other = otherProcess(url, false)
  try {
    for (let round = 0; round < 5; round++) {
      await rename(course, `deaf ${round}`)
      expect(await other.titles(true)).toContain(`deaf ${round}`)
    }
    await until(async () => (await other.titles(false)).includes('deaf 4'))
  } finally {
    await other.close()
  }
})

test('reconnects after a lost connection, and catches up on what was missed', async ({ skip }) => {
  const url = sharedUrl()
  if (!url) return skip('the embedded database serves one process')
  const course = await makeCourse(educator)
  const other = otherProcess(url, true)
  try {
    await until(() => receivesFromOthers(other.db))
    await other.titles(false)
    await other.cut()
    await until(() => !receivesFromOthers(other.db))
    await rename(course, 'while it was deaf')
    await until(async () => (await other.titles(false)).includes('while it was deaf'))
    await until(() => receivesFromOthers(other.db))
    await rename(course, 'after its return')
    await until(async () => (await other.titles(false)).includes('after its return'))
  } finally {
    await other.close()
  }
})

test('a change that is rolled back is not announced', async () => {
  const version = await cacheVersion(app.deps.db, 'catalogue')
  await expect(
    transact(app.deps.db, async (tx) => {
      tx.invalidate('catalogue')
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await cacheVersion(app.deps.db, 'catalogue')).toBe(version)
})
