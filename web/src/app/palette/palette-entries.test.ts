import { type Client, api as calls, type Endpoint } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { findPlacesOf } from './palette-entries.ts'

type Input = { params?: { courseId: string }; query?: { text?: string; limit?: number }; signal?: AbortSignal }

/** A client that answers by address, and what it was asked for. */
function openClient(answers: Record<string, unknown>) {
  const asked: { endpoint: Endpoint; input: Input }[] = []
  const call = (async (endpoint: Endpoint, input: Input = {}) => {
    asked.push({ endpoint, input })
    const answer = answers[endpoint.path]
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as Client
  return { call, asked, paths: () => asked.map(({ endpoint }) => endpoint.path) }
}

const { signal } = new AbortController()
const largest = [3, 0, 9, 1, 2, 4, 5].map((students) => ({ _id: `c${students}`, title: `Of ${students}`, students }))
const forEducators = {
  [calls.courses.own.path]: { courses: [{ _id: 'c1', title: 'Own course' }] },
  [calls.courses.teaching.path]: { largest },
  [calls.courses.students.path]: { students: [{ _id: 's1', name: 'Priya & Co' }] },
}

test('an educator finds own courses, and students of the courses that have most of them', async () => {
  const { call, asked } = openClient(forEducators)
  const find = findPlacesOf({ role: 'educator' }, call)
  const found = await find('pri', signal)
  expect(found[0]).toEqual({ kind: 'course', key: 'c1', to: '/addcourses/c1', text: 'Own course', aside: '' })
  expect(found[1]).toEqual({
    kind: 'student',
    key: 'c9 s1',
    to: '/courses/c9/students?text=Priya+%26+Co',
    text: 'Priya & Co',
    aside: 'Of 9',
  })
  expect(found).toHaveLength(6)
  expect(asked.flatMap(({ input }) => input.params?.courseId ?? [])).toEqual(['c9', 'c5', 'c4', 'c3', 'c2'])
  expect(asked.every(({ input }) => input.signal === signal)).toBe(true)

  await find('priya', signal)
  expect(asked.filter(({ endpoint }) => endpoint === calls.courses.teaching)).toHaveLength(1)
})

test('an educator’s courses are read again after a failure', async () => {
  const answers: Record<string, unknown> = { ...forEducators, [calls.courses.teaching.path]: new Error('offline') }
  const { call } = openClient(answers)
  const find = findPlacesOf({ role: 'educator' }, call)
  await expect(find('pri', signal)).rejects.toThrow('offline')
  answers[calls.courses.teaching.path] = { largest }
  expect(await find('pri', signal)).toHaveLength(6)
})

test('an admin finds courses, accounts and orders', async () => {
  const { call, paths } = openClient({
    [calls.admin.courses.path]: { courses: [{ _id: 'c1', title: 'A & B', creatorName: 'Meera' }] },
    [calls.admin.users.path]: {
      users: [
        { _id: 'u1', name: 'Priya', email: 'priya+1@example.com', role: 'student' },
        { _id: 'u2', name: 'Meera', email: 'meera@example.com', role: 'educator' },
      ],
    },
    [calls.adminOrders.list.path]: {
      orders: [{ _id: 'o1', buyer: { name: 'Priya' }, bundle: '', courses: [{ title: 'A & B' }] }],
    },
  })
  const found = await findPlacesOf({ role: 'admin' }, call)('pri', signal)
  expect(found.map(({ kind, to, aside }) => [kind, to, aside])).toEqual([
    ['course', '/admin/courses?text=A+%26+B', 'Meera'],
    ['student', '/admin/users?text=priya%2B1%40example.com', 'priya+1@example.com'],
    ['user', '/admin/users?text=meera%40example.com', 'meera@example.com'],
    ['order', '/admin/orders/o1', 'Priya'],
  ])
  expect(paths().every((path) => path.startsWith('/api/admin/'))).toBe(true)
})
