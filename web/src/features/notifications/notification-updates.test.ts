import type { Notification, Viewer } from '@virtual-courses/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { defaultSettings, session } from '#lib/session/session.ts'
import { i18n } from '#lib/text/translator.ts'
import { toastOutlet } from '#ui/overlays/toast.ts'
import {
  knownNotifications,
  onNotificationArrived,
  onNotificationsRead,
  refreshNotifications,
  saveReadNotifications,
} from './notification-updates.ts'
import { withPendingMarks } from './use-notifications.ts'

const notification = (number: number, read = false): Notification => ({
  _id: String(number),
  message: `Number ${number}`,
  read,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  kind: 'text',
  link: '',
})

let accounts = 0
/** The server's replies, in order; a call without one fails. */
let answers: { path: RegExp; answer: () => Promise<Response> }[] = []

const list = (numbers: number[], unreadCount = numbers.length) =>
  Response.json({ notifications: numbers.map((number) => notification(number)), unreadCount, more: false })
const problem = (status: number) =>
  Response.json({ message: 'No', code: status === 401 ? 'unauthenticated' : 'internal', requestId: 'r' }, { status })

/** Replies when the test says so. */
function later(path: RegExp) {
  let answer = (_: Response) => {}
  const promise = new Promise<Response>((resolve) => {
    answer = resolve
  })
  answers.push({ path, answer: () => promise })
  return (response: Response) => answer(response)
}
const soon = (path: RegExp, response: Response) => answers.push({ path, answer: async () => response })

const pending = new Set<FormData>()
/** Marks as a fetcher does: shown while it is pending, saved when it is done. */
async function mark(read: string, { quiet = false } = {}): Promise<void> {
  const form = new FormData()
  form.set('read', read)
  if (quiet) form.set('quiet', 'true')
  pending.add(form)
  await saveReadNotifications(form)
  pending.delete(form)
}

const shown = () => {
  const saved = knownNotifications()
  const fetchers = [...pending].map((formData) => ({ formData }))
  const state = saved && withPendingMarks(saved, fetchers)
  return { ids: state?.notifications.map(({ _id }) => Number(_id)), unread: state?.unreadCount }
}
const messages: string[] = []
beforeEach(() => toastOutlet.connect(({ message }) => messages.push(message)))
i18n.loadAndActivate({ locale: 'en', messages: {} })

beforeEach(() => {
  messages.length = 0
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('fetch', async (path: string) => {
    const next = answers.shift()
    expect(path).toMatch(next?.path ?? /nothing more/)
    return next?.answer()
  })
  answers = []
  const user: Viewer = {
    _id: `user-${++accounts}`,
    name: 'Asha',
    email: 'a@example.com',
    role: 'student',
    description: '',
    photoUrl: '',
    enrolledCount: 0,
    latestCourseId: null,
    version: 'v',
  }
  const userData = {
    wishlist: [],
    notifications: { notifications: [notification(2), notification(1)], unreadCount: 2, more: false },
  }
  session.remember({ user, userData, settings: defaultSettings, requestId: '' })
})

it('starts with the data of the document', () => expect(shown()).toEqual({ ids: [2, 1], unread: 2 }))

it('reads again when a notification arrives while the list is being read', async () => {
  const first = later(/notifications\?/)
  soon(/notifications\?/, list([3, 2, 1]))
  const done = refreshNotifications()
  onNotificationArrived(notification(3))
  first(list([2, 1]))
  await done
  expect(shown()).toEqual({ ids: [3, 2, 1], unread: 3 })
  expect(answers).toEqual([])
})

it('sends one request for several refreshes at the same time', async () => {
  soon(/notifications\?/, list([2]))
  await Promise.all([refreshNotifications(), refreshNotifications()])
  expect(shown()).toEqual({ ids: [2], unread: 1 })
})

it('shows a mark at once, and keeps it when an older reply comes in between', async () => {
  const marked = later(/\/2\/read$/)
  const done = mark('2')
  expect(shown().unread).toBe(1)
  soon(/notifications\?/, list([2, 1]))
  await refreshNotifications()
  expect(shown().unread).toBe(1)
  marked(Response.json({ message: 'ok' }))
  await done
  expect(messages).toContain('Notification marked as read')
})

it('takes a mark back after an error', async () => {
  soon(/\/2\/read$/, problem(500))
  await mark('2')
  expect(shown().unread).toBe(2)
  expect(messages).toContain('Failed to mark as read')
  soon(/notifications\/read$/, problem(500))
  await mark('all')
  expect(shown().unread).toBe(2)
})

it('sends nothing for read notifications', async () => {
  onNotificationsRead({ ids: ['2'], unreadCount: 1 })
  await mark('2')
  expect(shown().unread).toBe(1)
})

it('counts correctly when two marks are pending and their events come first', async () => {
  const two = later(/\/2\/read$/)
  const one = later(/\/1\/read$/)
  const done = Promise.all([mark('2', { quiet: true }), mark('1', { quiet: true })])
  expect(shown().unread).toBe(0)
  onNotificationsRead({ ids: ['2'], unreadCount: 1 })
  expect(shown().unread).toBe(0)
  onNotificationsRead({ ids: ['1'], unreadCount: 0 })
  two(Response.json({ message: 'ok' }))
  one(Response.json({ message: 'ok' }))
  await done
  expect(shown().unread).toBe(0)
})

it('drops everything when the session is over', async () => {
  soon(/notifications\?/, problem(401))
  // who is still signed in is asked before everything is dropped
  soon(/viewer/, problem(401))
  await expect(refreshNotifications()).rejects.toMatchObject({ status: 401 })
  await vi.waitFor(() => expect(session.data()?.user).toBeNull())
  expect(knownNotifications()).toBeNull()
})

it('asks for nothing while the user logs out, drops what is under way, and goes on when that failed', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
    return promise
  })
  const underWay = refreshNotifications()
  const stay = session.beginClosing()
  await expect(underWay).rejects.toMatchObject({ name: 'AbortError' })
  await expect(refreshNotifications()).rejects.toMatchObject({ name: 'AbortError' })
  session.end()
  expect(session.data()?.user).not.toBeNull()
  stay()
  vi.stubGlobal('fetch', async () => list([9]))
  await refreshNotifications()
  expect(shown().ids).toContain(9)
})
