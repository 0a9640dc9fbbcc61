import { expect, it } from 'vitest'
import { english } from '#lib/text/fixtures.tsx'
import { lecturesInWords, totalSeconds } from './lecture-lengths.ts'

const video = (durationSeconds: number | null) => ({ videoUrl: '/v', durationSeconds })
const without = { videoUrl: '', durationSeconds: null }

it('sums the lengths, or leaves out the sum when one is unknown', () => {
  expect(totalSeconds([])).toBeNull()
  expect(totalSeconds([without])).toBeNull()
  expect(totalSeconds([video(60), without, video(30)])).toBe(90)
  expect(totalSeconds([video(60), video(null)])).toBeNull()
  expect(lecturesInWords([video(1200), video(1200)], english)).toBe('2 lectures · 40 min')
  expect(lecturesInWords([video(20)], english)).toBe('1 lecture · 20 s')
  expect(lecturesInWords([video(null)], english)).toBe('1 lecture')
})
