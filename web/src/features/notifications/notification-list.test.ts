import type { Notification } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { byDay, byRun } from './notification-list.tsx'

const at = (createdAt: string): Notification => ({
  _id: createdAt,
  kind: 'text',
  message: '',
  read: true,
  createdAt,
  link: '',
})
const list = [
  at('2026-03-10T12:00:00Z'),
  at('2026-03-10T02:00:00Z'),
  at('2026-03-09T20:00:00Z'),
  at('2026-01-01T00:00:00Z'),
]
const names = { today: 'Today', yesterday: 'Yesterday' }
const labels = (zone: string | null) =>
  byDay(
    list,
    zone === null ? null : { locale: 'en-GB', zone, now: Date.parse('2026-03-10T13:00:00Z') },
    'en-IN',
    names,
  ).map((day) => [day.label, day.notifications.length])

it('groups by days of the user’s time zone', () => {
  expect(labels('UTC')).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['1 Jan 2026', 1],
  ])
  expect(labels('America/New_York')).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['31 Dec 2025', 1],
  ])
})

it('uses dates of the platform before hydration', () => {
  expect(labels(null)).toEqual([
    ['10 Mar 2026', 3],
    ['1 Jan 2026', 1],
  ])
})

it('makes one of three and more of the same kind about the same course', () => {
  const [day] = byDay(list, null, 'en-IN', names)
  const of = (kind: Notification['kind'], link: string): Notification => ({ ...at('2026-03-10T12:00:00Z'), kind, link })
  const [enrolled, other, lecture] = [
    of('student-enrolled', '/courses/a/students'),
    of('student-enrolled', '/courses/b/students'),
    of('lecture-added', '/viewlecture/a'),
  ]
  const runs = byRun([enrolled, enrolled, enrolled, other, other, lecture, enrolled])
  expect(runs.map((run) => run.length)).toEqual([3, 1, 1, 1, 1])
  expect(byRun(day?.notifications ?? []).flat()).toEqual(day?.notifications)
})
