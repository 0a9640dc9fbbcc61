import { Temporal } from 'temporal-polyfill'

const form = /^((?!00)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Reads a date-time of a form field, `2026-12-01T18:30` with optional seconds and zone; without one it means the time in `zone`
 * (an IANA name): of an hour that happens twice the first, and for one that the clocks leap over, as long after the leap as it
 * lies behind its beginning (as calendars do). Null for what is no date or no time of day, like 30 February.
 */
export function parseLocalTime(text: string, zone: string): Date | null {
  const [, wall, offset] = form.exec(text) ?? []
  if (wall === undefined) return null
  try {
    const { epochMilliseconds } =
      offset === undefined ? Temporal.PlainDateTime.from(wall).toZonedDateTime(zone) : Temporal.Instant.from(text)
    return new Date(epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
