import { hash } from 'node:crypto'
import { parsePo } from 'pofile-ts'

/** The id that Lingui gives a message: its macros write it into the sources. Its own function, in JavaScript, takes four times as long. */
const idOf = (message: string, context: string): string =>
  hash('sha256', `${message}\u001f${context}`, 'base64url').slice(0, 6)

/**
 * Reads the messages of a PO file with the parser of Lingui, with "" for those without a translation. Lingui's own reader parses each
 * message a second time: 0.12 s instead of 0.05 of each process and thread. Obsolete messages, whose lines are comments, are left out.
 */
export function readPo(content: string): { id: string; translation: string }[] {
  // with them the parser takes messages beside them for obsolete
  const current = content.replaceAll(/^#~.*$/gm, '')
  return parsePo(current).items.map(({ msgid, msgctxt, msgstr }) => ({
    id: idOf(msgid, msgctxt ?? ''),
    translation: msgstr[0] ?? '',
  }))
}
