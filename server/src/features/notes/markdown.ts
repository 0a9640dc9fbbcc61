/** Signs that Markdown, its tables and formulas, or HTML in it would read. */
const signs = /[\\`*_[\]<>&~|$^#]/g
/** Beginnings of lines that would be a list, a heading's underline, a rule or, in a table program, a formula. */
const beginnings = /^(\s*)([-+=@:]|\d{1,9}(?=[.)]))/

const escapeLine = (line: string): string =>
  line
    .replace(signs, '\\$&')
    .replace(beginnings, (_all, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )

/** Returns a text of one line as Markdown that shows it as it is, whatever signs it has: titles are written by others. */
export const plainLine = (text: string): string => escapeLine(text.replace(/\s+/g, ' ').trim())

/** The same of a text with lines, each behind `indent`; they stay lines, and empty ones part paragraphs. */
export const plainLines = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line, index, all) => {
      const shown = escapeLine(line.trim())
      if (shown === '') return ''
      const next = all[index + 1]?.trim()
      return `${indent}${shown}${next ? '\\' : ''}`
    })
    .join('\n')

/** A time of a video, such as 1:02:03. */
export function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
