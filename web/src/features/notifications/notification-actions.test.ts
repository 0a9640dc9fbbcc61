import type { Notification, User } from '@virtual-courses/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '#lib/session.ts'
import { defaultSettings } from '#lib/settings.ts'
import { toastStore } from '#ui/toast.ts'
import {
  markAllRead,
  markRead,
  notificationArrived,
  notificationsRead,
  refreshNotifications,
} from './notification-actions.ts'
import { knownNotifications } from './notification-store.ts'

const notification = (number: number, read = false): Notification => ({
  _id: String(number),
  message: `Number ${number}`,
  read,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  link: '',
})

let accounts = 0
/** What the server answers, in order; a call that comes too many fails. */
let answers: { path: RegExp; answer: () => Promise<Response> }[] = []

const list = (numbers: number[], unreadCount = numbers.length) =>
  Response.json({ notifications: numbers.map((number) => notification(number)), unreadCount, more: false })
const refusal = (status: number) =>
  Response.json({ message: 'No', code: status === 401 ? 'unauthenticated' : 'internal', requestId: 'r' }, { status })

/** Lets the server answer when the test says so. */
function later(path: RegExp) {
  let answer = (_: Response) => {}
  const promise = new Promise<Response>((resolve) => {
    answer = resolve
  })
  answers.push({ path, answer: () => promise })
  return (response: Response) => answer(response)
}
const soon = (path: RegExp, response: Response) => answers.push({ path, answer: async () => response })

const shown = () => {
  const state = knownNotifications()
  return { ids: state?.notifications.map(({ _id }) => Number(_id)), unread: state?.unreadCount }
}
const said = () => toastStore.read().map(({ message }) => message)

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('fetch', async (path: string) => {
    const next = answers.shift()
    expect(path).toMatch(next?.path ?? /nothing more/)
    return next?.answer()
  })
  answers = []
  const user: User = {
    _id: `user-${++accounts}`,
    name: 'Asha',
    email: 'a@example.com',
    role: 'student',
    description: '',
    photoUrl: '',
    enrolledCourses: [],
  }
  const own = {
    wishlist: [],
    notifications: { notifications: [notification(2), notification(1)], unreadCount: 2, more: false },
  }
  session.remember({ user, own, settings: defaultSettings, requestId: '' })
})

it('begins with what the document brought', () => expect(shown()).toEqual({ ids: [2, 1], unread: 2 }))

it('reads again what was read before something happened', async () => {
  const first = later(/notifications\?/)
  soon(/notifications\?/, list([3, 2, 1]))
  const done = refreshNotifications()
  notificationArrived(notification(3))
  first(list([2, 1]))
  await done
  expect(shown()).toEqual({ ids: [3, 2, 1], unread: 3 })
  expect(answers).toEqual([])
})

it('asks once when several want to know', async () => {
  soon(/notifications\?/, list([2]))
  await Promise.all([refreshNotifications(), refreshNotifications()])
  expect(shown()).toEqual({ ids: [2], unread: 1 })
})

it('shows a mark at once, and keeps it when older answers come in between', async () => {
  const marked = later(/\/2\/read$/)
  const done = markRead('2')
  expect(shown().unread).toBe(1)
  soon(/notifications\?/, list([2, 1]))
  await refreshNotifications()
  expect(shown().unread).toBe(1)
  marked(Response.json({ message: 'ok' }))
  await done
  expect(said()).toContain('Notification marked as read')
})

it('takes a mark back when the server does not take it', async () => {
  soon(/\/2\/read$/, refusal(500))
  await markRead('2')
  expect(shown().unread).toBe(2)
  expect(said()).toContain('Failed to mark as read')
  soon(/notifications\/read$/, refusal(500))
  await markAllRead()
  expect(shown().unread).toBe(2)
})

it('sends nothing for what is read already', async () => {
  notificationsRead({ ids: ['2'], unreadCount: 1 })
  await markRead('2')
  expect(shown().unread).toBe(1)
})

it('counts right when two marks are on their way and their echoes come first', async () => {
  const two = later(/\/2\/read$/)
  const one = later(/\/1\/read$/)
  const done = Promise.all([markRead('2', { quiet: true }), markRead('1', { quiet: true })])
  expect(shown().unread).toBe(0)
  notificationsRead({ ids: ['2'], unreadCount: 1 })
  expect(shown().unread).toBe(0)
  notificationsRead({ ids: ['1'], unreadCount: 0 })
  two(Response.json({ message: 'ok' }))
  one(Response.json({ message: 'ok' }))
  await done
  expect(shown().unread).toBe(0)
})

it('forgets everything when the session is over', async () => {
  soon(/notifications\?/, refusal(401))
  await expect(refreshNotifications()).rejects.toMatchObject({ status: 401 })
  expect(knownNotifications()).toBeNull()
  expect(session.data()?.user).toBeNull()
})
