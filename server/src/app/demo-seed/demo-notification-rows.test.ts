import { demo } from '@virtual-courses/demo/index'
import { expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { showContent } from '#features/notifications/kinds.ts'
import { notificationRows, wishlistRows } from './demo-notification-rows.ts'

const now = new Date('2026-11-21T12:00:00Z')
const users = new Map(demo.users.map(({ key }) => [key, newId()]))
const courses = new Map(demo.courses.map(({ key }) => [key, newId()]))
const lectures = demo.courses.flatMap((course) =>
  course.lectures.map(({ title }, index) => ({
    id: newId(),
    course_id: courses.get(course.key) ?? '',
    position: index + 1,
    title,
    created_at: now,
  })),
)
const rows = notificationRows(demo, { users, courses, lectures }, now)
const notificationsOf = (key: string) => rows.filter(({ user_id }) => user_id === users.get(key))

test('the main student and the main educator have notifications, some of them recent', () => {
  const [student, educator] = [notificationsOf('aarav-mehta'), notificationsOf('priya-raman')]
  expect(student.length + educator.length).toBe(rows.length)
  for (const notifications of [student, educator]) {
    const unread = notifications.filter(({ read_at }) => read_at === null)
    expect(notifications.length).toBeGreaterThanOrEqual(5)
    expect(notifications.length).toBeLessThanOrEqual(50)
    expect(unread.length).toBeGreaterThanOrEqual(2)
    expect(unread.length).toBeLessThan(notifications.length)
    for (const { kind, params, created_at } of notifications) {
      const { message, link } = showContent(
        { kind, params: JSON.parse(params) },
        { zone: 'Asia/Kolkata', say: english },
      )
      expect(message).toMatch(/^\S.+\S$/)
      expect(link).toMatch(
        /^\/(view(course|lecture)\/|courses\/|reviews\?course=)[0-9a-f]{24}(\?lecture=[0-9a-f]{24}|\/students)?$/,
      )
      expect(created_at.getTime()).toBeLessThan(now.getTime())
    }
  }
  const sentences = student.map(
    ({ kind, params }) => showContent({ kind, params: JSON.parse(params) }, { zone: 'UTC', say: english }).message,
  )
  expect(sentences).toContain('Price drop: Modern React: Build Interfaces People Enjoy is now ₹1,299, down from ₹1,599')
})

test('no one is notified of an event twice, and read notifications were read after their creation', () => {
  expect(new Set(rows.map(({ user_id, event_key }) => `${user_id} ${event_key}`)).size).toBe(rows.length)
  for (const { read_at, created_at } of rows)
    if (read_at) expect(read_at.getTime()).toBeGreaterThan(created_at.getTime())
})

test('wishlist items are one row each', () =>
  expect(wishlistRows(demo, users, courses, now)).toHaveLength(demo.wishlistItems.length))
