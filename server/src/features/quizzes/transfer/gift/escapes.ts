/** Characters that GIFT escapes. `>` is ours: in `-\>`, which is no sign of a pair. */
const escaped = '\\~=#{}:>'
/** Control characters, which no text of a question has, stand for escaped ones while a text is read. */
const first = 0x0e
const lineBreak = String.fromCharCode(first + escaped.length)
const hidden = new RegExp(`[${String.fromCharCode(first)}-${lineBreak}]`, 'g')

/** Returns a text with one control character for each that is escaped, so that all signs that are left have their meaning. */
export const hideEscaped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/\\([\\~=#{}:>n])/g, (_, sign: string) =>
      sign === 'n' ? lineBreak : String.fromCharCode(first + escaped.indexOf(sign)),
    )

/** Returns what a text says whose escaped characters are hidden. */
export const showEscaped = (text: string): string =>
  text.replace(hidden, (sign) => (sign === lineBreak ? '\n' : escaped.charAt(sign.charCodeAt(0) - first))).trim()

/** Returns a text as GIFT has it, in one line. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('->', '-\\>')
    .replaceAll('\n', '\\n')

const marked = /\[(tag|points|kind|unit|id):((?:\\[^\n]|[^\]\\\n]){0,400})\]/g

/** Returns what the comments before a question say of it: `[tag:…]` as Moodle writes it, and what only we know. */
export function readMarks(comment: string): { name: string; value: string }[] {
  return [...comment.matchAll(marked)].map(([, name = '', value = '']) => ({
    name,
    value: value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)).trim(),
  }))
}

export const writeMark = (name: string, value: string): string =>
  ['[', name, ':', value.replace(/[\\\]]/g, '\\$&').replaceAll('\n', '\\n'), ']'].join('')
