/** Formats milliseconds as a time with parts of a second: 1:02.500, 1:00:02.500. */
export function timeText(ms: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = String(ms % 1000).padStart(3, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}.${rest}` : `${minutes}:${two(seconds)}.${rest}`
}

const pattern = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/

/** Reads a time as people write it: 62.5, 1:02.5, 1:00:02,500; in milliseconds. Null for anything else. */
export function readTime(text: string): number | null {
  const match = pattern.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes, seconds = '0', rest = ''] = match
  if (minutes !== undefined && (Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59))) return null
  return (Number(hours) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)) * 1000 + Number(rest.padEnd(3, '0'))
}
