import { describe, expect, it } from 'vitest'
import { type DatedToast, isBeforeLogin, isHoveredLong, isOfPageBefore, isSolved, longestHoverMs } from './toast-age.ts'

const saved: DatedToast = { kind: 'success', at: 1000 }
const failed: DatedToast = { kind: 'error', at: 1000 }

describe('a message', () => {
  it('goes with the page that it was shown on, when a press leads to another one', () => {
    for (const toast of [saved, failed]) expect(isOfPageBefore(toast, 1001)).toBe(true)
  })

  it('stays when it came with the new page: a success or an error of what was pressed', () => {
    for (const toast of [saved, failed]) expect(isOfPageBefore(toast, 900)).toBe(false)
  })

  it('about an error goes with the next success; one about a success does not', () => {
    expect(isSolved(failed, 1001)).toBe(true)
    expect(isSolved(failed, 999)).toBe(false)
    expect(isSolved(saved, 1001)).toBe(false)
  })

  it('that leads to the login goes once the user is back', () => {
    expect(isBeforeLogin({ ...failed, login: '/login' })).toBe(true)
    expect(isBeforeLogin(failed)).toBe(false)
  })

  it('does not stay for ever under a pointer that rests, and stays while it moves', () => {
    expect(isHoveredLong(saved, 0, 1000 + longestHoverMs)).toBe(true)
    expect(isHoveredLong(saved, 0, 999 + longestHoverMs)).toBe(false)
    expect(isHoveredLong(saved, 5000, 1000 + longestHoverMs)).toBe(false)
  })
})
