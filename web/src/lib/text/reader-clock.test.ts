import { expect, it } from 'vitest'
import { formatSince } from './reader-clock.tsx'

const now = Date.parse('2026-03-10T12:00:00Z')

it.each([
  ['2026-03-10T12:00:30Z', 'now'],
  ['2026-03-10T11:59:01Z', 'now'],
  ['2026-03-10T11:58:00Z', '2 minutes ago'],
  ['2026-03-10T09:01:00Z', '2 hours ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-04T11:00:00Z', '6 days ago'],
  ['2026-03-03T11:00:00Z', undefined],
  ['soon', undefined],
])('%s', (iso, text) => expect(formatSince(iso, now, 'en')).toBe(text))

it('uses the language of the reader', () =>
  expect(formatSince('2026-03-10T11:58:00Z', now, 'de')).toBe('vor 2 Minuten'))
