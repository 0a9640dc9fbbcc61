import { api, filterNameLength, mostFilters } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

const save = (name: string, query: { text?: string; role?: 'student' | 'admin' } = { text: 'asha' }, who = admin) =>
  who.call(api.savedFilters.save, { body: { list: 'users', name, query } })
const saved = async (list: 'users' | 'reviews' | 'orders' = 'users', who = admin) =>
  (await who.call(api.savedFilters.list, { query: { list } })).filters
const rename = (filterId: string, name: string, who = admin) =>
  who.call(api.savedFilters.rename, { params: { filterId }, body: { name } })
const remove = async (filterId: string, who = admin) =>
  (await who.call(api.savedFilters.remove, { params: { filterId } })).removed

test('keeps filters by name, each for its list and its admin', async () => {
  const { filter, message } = await save('  Students\n named Asha ', { text: 'asha', role: 'student' })
  expect(message).toBe('Filter saved')
  expect(filter).toMatchObject({ name: 'Students named Asha', query: { text: 'asha', role: 'student' } })
  await save('admins', { role: 'admin' })
  const body = { list: 'reviews', name: 'Bad ones', query: { rating: 1 } } as const
  await admin.call(api.savedFilters.save, { body })
  const orders = {
    list: 'orders',
    name: 'May',
    query: { from: '2026-05-01', to: '2026-05-31', status: 'paid' },
  } as const
  await admin.call(api.savedFilters.save, { body: orders })
  expect((await saved()).map(({ name }) => name)).toEqual(['admins', 'Students named Asha'])
  expect((await saved('reviews'))[0]?.query).toEqual({ rating: '1' })
  expect((await saved('orders'))[0]?.query).toEqual(orders.query)
  expect(await saved('users', await app.makeUser('admin'))).toEqual([])
})

test('renames and deletes; a tab that does so later is notified of it', async () => {
  const { filter } = await save('One')
  expect((await rename(filter._id, 'Two')).filter.name).toBe('Two')
  // other capitals of its own name
  expect((await rename(filter._id, 'TWO')).filter.name).toBe('TWO')
  const other = await app.makeUser('admin')
  await expectProblem(rename(filter._id, 'Theirs', other), 404, 'not_found')
  expect(await remove(filter._id, other)).toBe(false)
  expect([await remove(filter._id), await remove(filter._id)]).toEqual([true, false])
  const { message } = await expectProblem(rename(filter._id, 'Three'), 404, 'not_found')
  expect(message).toBe('This filter was deleted')
})

test('gives a name to one filter of a list, also when two tabs save at once', async () => {
  const both = await Promise.allSettled([save('Same'), save('SAME')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectProblem(save('same'), 409, 'filter_name_taken')
  const { filter } = await save('Another')
  await expectProblem(rename(filter._id, 'Same'), 409, 'filter_name_taken')
  await admin.call(api.savedFilters.save, { body: { list: 'courses', name: 'Same', query: { state: 'draft' } } })
})

test('keeps so many of a list, also when several are saved at once', async () => {
  for (let at = 1; at < mostFilters; at++) await save(`Filter ${at}`)
  const rest = await Promise.allSettled([save('a'), save('b'), save('c')])
  expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await saved()).toHaveLength(mostFilters)
  const { message } = await expectProblem(save('d'), 409, 'filters_full')
  expect(message).toContain('Delete one first')
  await admin.call(api.savedFilters.save, { body: { list: 'audit', name: 'd', query: { action: 'user-deleted' } } })
})

test('goes with the account, and is part of its data', async () => {
  await save('Mine', { text: 'asha' })
  const deleting = await app.makeUser('admin')
  const at = { params: { userId: admin.user._id } }
  const file = await app.server.inject({
    url: api.admin.exportUser.path.replace(':userId', admin.user._id),
    headers: { cookie: deleting.cookie },
  })
  expect(file.json().savedFilters).toMatchObject([{ list: 'users', name: 'Mine', query: { text: 'asha' } }])
  await deleting.call(api.admin.deleteUser, at)
  const left = app.deps.db.selectFrom('saved_filters').select('id').where('user_id', '=', admin.user._id)
  expect(await left.execute()).toEqual([])
})

describe('bad input', () => {
  const query = { text: 'x' }
  test.each([
    {},
    { list: 'users', name: 'A', query: {} },
    { list: 'users', name: 'A', query: { text: '  ' } },
    { list: 'users', name: 'A' },
    { list: 'users', name: '', query },
    { list: 'users', name: ' \u200b ', query },
    { list: 'users', name: 'x'.repeat(filterNameLength + 1), query },
    { list: 'users', name: 5, query },
    { list: 'people', name: 'A', query },
    { list: 'users', name: 'A', query: { text: 'x'.repeat(101) } },
    { list: 'users', name: 'A', query: { role: 'boss' } },
    { list: 'users', name: 'A', query: { rating: 1 } },
    { list: 'users', name: 'A', query: { text: 'x', cursor: 'abc' } },
    { list: 'users', name: 'A', query: [] },
    { list: 'reviews', name: 'A', query: { rating: 9 } },
    { list: 'orders', name: 'A', query: { from: '2026-02-30' } },
    { list: 'audit', name: 'A', query: { action: 'everything' } },
    { list: 'users', name: 'A', query, user_id: 'x' },
  ])('%j is not saved', async (payload) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: api.savedFilters.save.path,
      headers: { cookie: admin.cookie },
      payload,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each([{}, { name: '' }, { name: 'x'.repeat(filterNameLength + 1) }, { name: 'A', query }])(
    '%j is no new name',
    async (payload) => {
      const { filter } = await save(`Filter ${Math.random()}`)
      const url = api.savedFilters.rename.path.replace(':filterId', filter._id)
      const answer = await app.server.inject({ method: 'POST', url, headers: { cookie: admin.cookie }, payload })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test.each(['', 'list=people', 'list=users&list=audit'])('list?%s is refused', async (search) => {
    const url = `${api.savedFilters.list.path}?${search}`
    expect((await app.server.inject({ url, headers: { cookie: admin.cookie } })).statusCode).toBe(400)
  })

  test('ids that cannot be are refused', async () => {
    await expectProblem(remove('a'.repeat(65)), 400, 'invalid_input')
    for (const id of ["' or 1=1 --", '💥']) expect(await remove(id)).toBe(false)
  })

  test.each(['student', 'educator'] as const)('a %s has none', async (role) => {
    const who = await app.makeUser(role)
    await expectProblem(saved('users', who), 403, 'forbidden')
    await expectProblem(save('A', { text: 'x' }, who), 403, 'forbidden')
    await expectProblem(rename('x', 'A', who), 403, 'forbidden')
    await expectProblem(remove('x', who), 403, 'forbidden')
  })
})
