import { describe, expect, it } from 'vitest'
import { decideOrder, decideSession, regroup } from './rules.ts'

const decide = (isLive?: boolean, liveStartTime?: string | null) =>
  decideSession({ isLive, liveStartTime }, 'Asia/Kolkata')

describe('decideSession', () => {
  it('schedules a session at the time of the platform', () =>
    expect(decide(true, '2026-12-01T18:30')).toEqual({
      session: { state: 'scheduled', startTime: new Date('2026-12-01T13:00:00Z') },
    }))
  it.each([
    [undefined, undefined],
    [false, null],
    [false, '2026-12-01T18:30'],
    [undefined, ''],
  ])('has none for isLive %s and time %s', (isLive, time) =>
    expect(decide(isLive, time)).toEqual({ session: { state: 'none', startTime: null } }),
  )
  it.each([undefined, null, '', 'null', '2026-02-30T10:00'])('refuses a live lecture at "%s"', (time) =>
    expect(decide(true, time)).toEqual({ problem: 'live_time_needed' }),
  )
})

describe('decideOrder', () => {
  it.each([
    [['a', 'b'], ['b', 'a'], true],
    [['a', 'b'], ['a', 'b'], false],
    [[], [], false],
  ])('of %j as %j', (current, wanted, changed) => expect(decideOrder(current, wanted)).toEqual({ ok: true, changed }))
  it.each([[[]], [['a']], [['a', 'a']], [['a', 'c']], [['a', 'b', 'c']], [['a', 'b', 'b']]])('refuses %j', (wanted) =>
    expect(decideOrder(['a', 'b'], wanted)).toEqual({ problem: 'lectures_changed' }),
  )
})

describe('regroup', () => {
  // a b | X: c d | Y: | Z: e
  const sectionOf = new Map([...'abcde'].map((id, index) => [id, [null, null, 'X', 'X', 'Z'][index] ?? null]))
  it.each([
    ['abcde', '--XXZ'],
    ['bacde', '--XXZ'],
    ['abced', '--XZZ'],
    ['acdbe', '-XXXZ'],
    ['eabcd', '---XX'],
    ['cabde', '---XZ'],
    ['edcba', '-XXXX'],
    ['', ''],
  ])('keeps sections as runs in the order %s', (wanted, groups) => {
    const after = regroup([...wanted], sectionOf, ['X', 'Y', 'Z'])
    expect(after.map((section) => section ?? '-').join('')).toBe(groups)
  })
})
