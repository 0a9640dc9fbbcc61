import { expect, test } from 'vitest'
import { nextAnnouncementAt } from './rules.ts'

const day = 24 * 3600_000
const now = new Date('2026-06-10T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test.each<[string, Date[], Date | null]>([
  ['none was sent', [], null],
  ['one was sent', [ago(1)], null],
  ['two were sent', [ago(1), ago(2 * day)], ago(-5 * day)],
  ['one of two was sent a week ago', [ago(1), ago(7 * day)], null],
  ['one of two was sent a millisecond less than a week ago', [ago(1), ago(7 * day - 1)], ago(-1)],
  ['two were sent at the same time', [now, now], ago(-7 * day)],
])('the next one may be sent when %s', (_name, sent, at) => {
  expect(nextAnnouncementAt(sent, now)).toEqual(at)
})
