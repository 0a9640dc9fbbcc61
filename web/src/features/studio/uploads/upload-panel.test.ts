import { expect, it } from 'vitest'
import type { UploadPace } from '#lib/forms/use-upload.ts'
import { english } from '#lib/text/fixtures.tsx'
import { describePace } from './upload-panel.tsx'

const start: UploadPace = { sent: 0, total: 100_000_000, at: 0, speed: null }

it('describes size, speed and time left, as far as they are known', () => {
  expect(describePace(start, english)).toBe('0 bytes of 100 MB')
  expect(describePace({ ...start, sent: 12_000_000, speed: 3_200_000 }, english)).toBe(
    '12 MB of 100 MB · 3.2 MB/s · 30 s left',
  )
  expect(describePace({ ...start, speed: 200_000 }, english)).toBe('0 bytes of 100 MB · 200 kB/s · 8 min left')
  expect(describePace({ ...start, sent: 99_900_000, speed: 3_200_000 }, english)).toMatch(/ 5 s left$/)
})
