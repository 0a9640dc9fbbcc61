import type { Notification } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { type NotificationState, noNotifications, withArrived, withNewest, withOlder } from './notification-state.ts'
import { withRead } from './read-marks.ts'

/** Number 7 was created at second 7. */
const notification = (number: number, read = false): Notification => ({
  _id: String(number),
  message: `Number ${number}`,
  read,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  kind: 'text',
  link: '',
})

const state = (numbers: number[], more = false, unreadCount = numbers.length): NotificationState => ({
  notifications: numbers.map((number) => notification(number)),
  unreadCount,
  more,
})

const numbers = ({ notifications }: NotificationState) => notifications.map(({ _id }) => Number(_id))

it('adds an arriving notification once, whether an event or a reply brings it first', () => {
  const arrived = withArrived(state([2, 1]), notification(3))
  expect(numbers(arrived)).toEqual([3, 2, 1])
  expect(arrived.unreadCount).toBe(3)
  expect(withArrived(arrived, notification(3))).toBe(arrived)
  expect(withNewest(arrived, state([3, 2, 1]))).toEqual(state([3, 2, 1]))
  expect(numbers(withArrived(noNotifications, notification(1)))).toEqual([1])
})

it('moves an updated notification to the front, and counts it once', () => {
  const more = { ...notification(1), message: '2 new lectures', createdAt: notification(5).createdAt }
  const arrived = withArrived(state([3, 2, 1]), more)
  expect(arrived.notifications.map(({ message }) => message)).toEqual(['2 new lectures', 'Number 3', 'Number 2'])
  expect(arrived.unreadCount).toBe(3)
})

it('keeps notifications that arrived after the reply', () => {
  const joined = withNewest(state([4, 3, 2, 1]), state([3, 2, 1]))
  expect(numbers(joined)).toEqual([4, 3, 2, 1])
  expect(joined.unreadCount).toBe(4)
})

it('keeps older ones that were loaded, but never leaves a gap', () => {
  const known = state([6, 5, 4, 3, 2, 1], false, 6)
  expect(numbers(withNewest(known, state([8, 7, 6], true, 8)))).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  expect(withNewest(known, state([8, 7, 6], true, 8)).more).toBe(false)
  expect(numbers(withNewest(known, state([12, 11, 10], true, 12)))).toEqual([12, 11, 10])
  expect(withNewest(known, state([12, 11, 10], true, 12)).more).toBe(true)
  // complete: what is missing from it was deleted
  expect(numbers(withNewest(known, state([6, 4])))).toEqual([6, 4])
  expect(withNewest(known, noNotifications)).toEqual(noNotifications)
  expect(withNewest(null, known)).toEqual(known)
})

it('takes read marks from the server', () => {
  const read = { ...state([2, 1], false, 1), notifications: [notification(2), notification(1, true)] }
  expect(withNewest(state([2, 1]), read)).toEqual(read)
})

it('adds older ones behind, each once', () => {
  const joined = withOlder(state([4, 3], true, 9), state([3, 2, 1], false, 9))
  expect(numbers(joined)).toEqual([4, 3, 2, 1])
  expect(joined).toMatchObject({ unreadCount: 9, more: false })
})

it('marks one, some or all as read, and as unread again', () => {
  const before = state([3, 2, 1], true, 8)
  const one = withRead(before, ['2'])
  expect(one.notifications.map(({ read }) => read)).toEqual([false, true, false])
  expect(one.unreadCount).toBe(7)
  expect(withRead(one, ['2'])).toBe(one)
  expect(withRead(one, ['2'], false)).toEqual(before)
  expect(withRead(before, ['no one'])).toBe(before)
  const all = withRead(before, 'all')
  expect(all.notifications.every(({ read }) => read)).toBe(true)
  expect(all.unreadCount).toBe(0)
  expect(withRead(state([1], false, 0), ['1']).unreadCount).toBe(0)
})
