import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLocalTime } from './rules.ts'

const iso = (text: string, zone = 'Asia/Kolkata') => parseLocalTime(text, zone)?.toISOString() ?? null

describe('parseLocalTime', () => {
  it.each([
    ['2026-12-01T18:30', '2026-12-01T13:00:00.000Z'],
    ['2026-12-01T18:30:15', '2026-12-01T13:00:15.000Z'],
    ['2026-12-01T18:30:15.25', '2026-12-01T13:00:15.250Z'],
    ['2026-01-01T02:00', '2025-12-31T20:30:00.000Z'],
    ['2026-12-01T18:30Z', '2026-12-01T18:30:00.000Z'],
    ['2026-12-01T18:30:00.000Z', '2026-12-01T18:30:00.000Z'],
    ['2026-12-01T18:30+05:30', '2026-12-01T13:00:00.000Z'],
    ['2026-12-01T18:30-0800', '2026-12-02T02:30:00.000Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('reads %s', (text, expected) => expect(iso(text)).toBe(expected))

  it.each([
    '',
    'null',
    'tomorrow',
    '2026-13-01T00:00',
    '2026-02-30T10:00',
    '2026-12-01T24:00',
    '2026-12-01T10:60',
    '2026-12-01',
  ])('refuses "%s"', (text) => expect(iso(text)).toBeNull())

  it('reads the repeated hour of autumn as its first', () => {
    expect(iso('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
    expect(iso('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('moves a time that spring leaps over to after the leap', () => {
    expect(iso('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z')
    expect(iso('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  it('is right on both sides of a change of the clocks', () => {
    expect(iso('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z')
    expect(iso('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
    expect(iso('2026-10-25T03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z')
    expect(iso('2026-04-05T01:45', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z')
  })

  it('gives an instant at which the clocks of the zone show what was written, unless they never do', () => {
    const zones = fc.constantFrom('Asia/Kolkata', 'UTC', 'Asia/Kathmandu', 'Pacific/Apia')
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000)
        const wall = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(minute)
        const read = parseLocalTime(wall.replace(' ', 'T'), zone)
        const shift = Math.abs((read?.getTime() ?? 0) - minute.getTime())
        // Only an hour that happens twice may be read as its other half.
        expect([0, 3_600_000]).toContain(shift)
      }),
      { numRuns: 300 },
    )
  })
})
