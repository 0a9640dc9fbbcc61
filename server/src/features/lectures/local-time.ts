const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const numeric = 'numeric' as const
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  })
  formats.set(zone, format)
  return format
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatIn(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

const dayMs = 24 * 3600 * 1000

/**
 * The instant when the clocks of a zone show `wall` (given as if it were UTC). Of an hour that happens twice the first; for
 * one that the clocks leap over, as long after the leap as it lies behind its beginning (as calendars do).
 */
function instantOf(wall: number, zone: string): number {
  const before = wall - offsetAt(wall - dayMs, zone)
  const after = wall - offsetAt(wall + dayMs, zone)
  return [Math.min(before, after), Math.max(before, after)].find((one) => one + offsetAt(one, zone) === wall) ?? before
}

/**
 * Reads a date-time of a form field, `2026-12-01T18:30` with optional seconds and zone; without one it means the time in `zone`
 * (an IANA name). Null for what is no date or no time of day, like 30 February.
 */
export function parseLocalTime(text: string, zone: string): Date | null {
  const match = form.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((one) => Number(one ?? 0))
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
  const read = new Date(wall)
  const real =
    read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day && hour < 24
  if (!real || minute > 59 || second > 59) return null
  if (match[8]) return read
  if (match[9] === undefined) return new Date(instantOf(wall, zone))
  const offsetMs = (Number(match[10]) * 60 + Number(match[11])) * 60_000
  return new Date(match[9] === '-' ? wall + offsetMs : wall - offsetMs)
}
