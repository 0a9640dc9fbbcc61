import { expect, test } from 'vitest'
import { zoneTime } from './zone-time.ts'

test.each([
  ['2026-12-01T13:00:00.000Z', 'Asia/Kolkata', '2026-12-01T18:30'],
  ['2026-12-31T20:00:00.000Z', 'Asia/Kolkata', '2027-01-01T01:30'],
  ['2026-06-01T22:00:00.000Z', 'Europe/Berlin', '2026-06-02T00:00'],
  [null, 'UTC', ''],
])('%s in %s is %s', (iso, zone, text) => expect(zoneTime(iso, zone)).toBe(text))
