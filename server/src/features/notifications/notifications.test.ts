import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onPublishedToUsers } from '#core/events/user-channel.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { trimNotifications } from './jobs.ts'
import { notify, notifyMany } from './notify.ts'
import { byLecture } from './rules.ts'

let app: TestApp
let user: TestUser
const published: [userId: string, event: string, payload: object][] = []
beforeAll(async () => {
  app = await createTestApp()
  onPublishedToUsers(app.deps.db, (...one) => published.push(one))
})
beforeEach(async () => {
  user = await app.makeUser()
  published.length = 0
})
afterAll(() => app.close())

const give = (key: string, who = user) =>
  notify(app.deps, { key, kind: 'text', params: { message: `About ${key}`, link: '/viewcourse/c' } }, [who.user._id])
const list = (query: { limit?: number; before?: string } = {}, who = user) =>
  who.call(api.notifications.list, { query })
const read = (notificationId: string, who = user) =>
  who.call(api.notifications.markRead, { params: { notificationId } })
const firstId = async (who = user): Promise<string> => (await list({}, who)).notifications[0]?._id ?? ''

describe('the list', () => {
  test('is empty at first, then newest first, in pages', async () => {
    expect(await list()).toEqual({ notifications: [], unreadCount: 0, more: false })
    for (const key of ['a', 'b', 'c', 'd', 'e']) await give(key)
    const first = await list({ limit: 2 })
    expect(first.notifications).toEqual(
      ['e', 'd'].map((key) => ({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        message: `About ${key}`,
        read: false,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        kind: 'text',
        link: '/viewcourse/c',
      })),
    )
    expect(first).toMatchObject({ unreadCount: 5, more: true })
    const second = await list({ limit: 3, before: first.notifications[1]?._id ?? '' })
    expect(second.notifications.map(({ message }) => message)).toEqual(['About c', 'About b', 'About a'])
    expect(second).toMatchObject({ unreadCount: 5, more: false })
  })

  test('keeps its order among notifications of one moment', async () => {
    const createdAt = app.deps.clock.now()
    const frozen = { ...app.deps, clock: { now: () => createdAt } }
    for (let n = 0; n < 7; n++)
      await notify(frozen, { key: `k${n}`, kind: 'text', params: { message: 'Same moment', link: '' } }, [
        user.user._id,
      ])
    const all = (await list()).notifications.map(({ _id }) => _id)
    const paged: string[] = []
    for (let before: string | undefined; paged.length < 7; before = paged.at(-1)) {
      const { notifications } = await list({ limit: 2, ...(before !== undefined && { before }) })
      paged.push(...notifications.map(({ _id }) => _id))
    }
    expect(paged).toEqual(all)
    expect(new Set(all).size).toBe(7)
  })

  test('has nothing before what is unknown or someone else’s', async () => {
    const other = await app.makeUser()
    await give('mine')
    await give('theirs', other)
    for (const before of ['no-such-id', await firstId(other)])
      expect(await list({ before })).toEqual({ notifications: [], unreadCount: 1, more: false })
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', `before=${'x'.repeat(65)}`, 'before='])(
    'is refused with %s',
    async (query) => {
      const url = `${api.notifications.list.path}?${query}`
      const answer = await app.server.inject({ url, headers: { cookie: user.cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test('belongs to every role', async () => {
    for (const role of ['educator', 'admin'] as const) {
      const who = await app.makeUser(role)
      await give('something', who)
      expect((await list({}, who)).unreadCount).toBe(1)
    }
  })
})

describe('marking as read', () => {
  test('is published to all sockets of the user, once', async () => {
    for (const key of ['a', 'b']) await give(key)
    published.length = 0
    const id = await firstId()
    expect(await read(id)).toEqual({ message: 'Notification marked as read' })
    expect(published).toEqual([[user.user._id, 'notifications-read', { ids: [id], unreadCount: 1 }]])
    await read(id)
    expect(published).toHaveLength(1)
    const { notifications, unreadCount } = await list()
    expect([notifications.map((one) => one.read), unreadCount]).toEqual([[true, false], 1])
    expect(await user.call(api.notifications.markAllRead)).toEqual({ message: 'All notifications marked as read' })
    expect(published[1]).toEqual([user.user._id, 'notifications-read', { ids: 'all', unreadCount: 0 }])
    expect((await list()).unreadCount).toBe(0)
  })

  test('is refused for another user’s notification and for an unknown one', async () => {
    const other = await app.makeUser()
    await give('theirs', other)
    for (const id of [await firstId(other), 'no-such-id', '%', "'"]) await expectProblem(read(id), 404, 'not_found')
    await user.call(api.notifications.markAllRead)
    expect((await list({}, other)).unreadCount).toBe(1)
  })

  test('counts right when several are marked and others arrive at once', async () => {
    for (let n = 0; n < 8; n++) await give(`old ${n}`)
    const ids = (await list()).notifications.map(({ _id }) => _id)
    published.length = 0
    await Promise.all([
      ...ids.slice(0, 6).map((id) => read(id)),
      ...[0, 1, 2].map((n) => give(`new ${n}`)),
      read(ids[0] ?? ''),
    ])
    expect((await list()).unreadCount).toBe(5)
    // A badge that starts at 8, counts arrivals and takes over published counts ends at the count of the list.
    let badge = 8
    for (const [, event, payload] of published)
      badge = event === 'notification' ? badge + 1 : (payload as { unreadCount: number }).unreadCount
    expect(badge).toBe(5)
  })

  test('needs a session', async () => {
    for (const { method, path } of [
      api.notifications.list,
      api.notifications.markRead,
      api.notifications.markAllRead,
    ]) {
      const answer = await app.server.inject({ method, url: path.replace(':notificationId', 'x') })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
    }
  })
})

describe('writing', () => {
  test('notifies a user once under one key, also concurrently and for a list that grew', async () => {
    const other = await app.makeUser()
    const about = { key: 'once', kind: 'text' as const, params: { message: 'Once', link: '' } }
    await Promise.all([1, 2, 3].map(() => notify(app.deps, about, [user.user._id])))
    await notify(app.deps, about, [user.user._id, other.user._id, 'no one'])
    expect([(await list()).notifications.length, (await list({}, other)).notifications.length]).toEqual([1, 1])
    expect(published.map(([userId]) => userId)).toEqual([user.user._id, other.user._id])
  })

  test('reaches all users of a long list in batches, and resumes after a failure', async () => {
    const created = app.deps.clock.now()
    const ids = Array.from({ length: 1250 }, (_, n) => `many-${String(n).padStart(5, '0')}`)
    await app.deps.db
      .insertInto('users')
      .values(
        ids.map((id) => ({
          id,
          name: id,
          email: `${id}@test.example`,
          password_hash: null,
          role: 'student' as const,
          photo_id: null,
          created_at: created,
        })),
      )
      .execute()
    const write = () => ({ kind: 'text' as const, params: { message: 'To all', link: '' } })
    const about = { key: 'many', topic: 'all', item: 'many', collapse: byLecture, write }
    const next = async (after: string, limit: number) => ids.filter((id) => id > after).slice(0, limit)
    const broken = notifyMany(app.deps, about, async (after, limit) => {
      if (after !== '') throw new Error('gone')
      return next(after, limit)
    })
    await expect(broken).rejects.toThrow('gone')
    expect(published).toHaveLength(100)
    await notifyMany(app.deps, about, next)
    expect(published).toHaveLength(1250)
    expect(new Set(published.map(([userId]) => userId)).size).toBe(1250)
    const [, event, payload] = published[0] ?? []
    expect([event, payload]).toEqual([
      'notification',
      {
        _id: expect.any(String),
        kind: 'text',
        message: 'To all',
        link: '',
        read: false,
        createdAt: expect.any(String),
      },
    ])
    const { count } = await app.deps.db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('event_key', '=', 'many')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1250)
  })
})

test('deletes old ones, keeps the newest, and leaves other users’ alone', async () => {
  const other = await app.makeUser()
  for (let n = 0; n < 6; n++) await give(`n${n}`)
  await give('theirs', other)
  await trimNotifications(app.deps, 4)
  await trimNotifications(app.deps, 4)
  const messages = (await list()).notifications.map(({ message }) => message)
  expect(messages).toEqual(['About n5', 'About n4', 'About n3', 'About n2'])
  expect((await list({}, other)).notifications).toHaveLength(1)
})
