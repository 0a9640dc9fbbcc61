import { readUrl } from '#lib/text/read-url.ts'

export type TextPart = { text: string; href?: string }

const address = /https?:\/\/[^\s<>"'`]+/gi
/** Punctuation that usually belongs to the sentence around an address. */
const trailing = /[.,;:!?…]+$/

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** Removes the punctuation of the sentence, and a bracket that was opened before the address. */
function trimmed(found: string): string {
  let text = found.replace(trailing, '')
  while (text.endsWith(')') && count(text, ')') > count(text, '(')) text = text.slice(0, -1).replace(trailing, '')
  return text
}

/** Returns a valid http or https address; null otherwise. */
function pageAddress(text: string): string | null {
  const url = readUrl(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' ? url.href : null
}

/** Splits a message into text and links. Only whole http and https addresses become links; joined, the parts are the message. */
export function splitLinks(message: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const match of message.matchAll(address)) {
    const text = trimmed(match[0])
    const href = pageAddress(text)
    if (!href) continue
    if (match.index > at) parts.push({ text: message.slice(at, match.index) })
    parts.push({ text, href })
    at = match.index + text.length
  }
  if (at < message.length) parts.push({ text: message.slice(at) })
  return parts
}
