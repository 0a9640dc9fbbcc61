import { attachmentTypes } from '@virtual-courses/contract'

const known: ReadonlySet<string> = new Set(Object.values(attachmentTypes))

/** Formats that are ZIP archives inside; which one it is may stand behind the bytes that are looked at. */
const zipped = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'])
const texts = new Set(['txt', 'md', 'csv'])

/** Beginnings of pages and programs, which are no plain texts whatever their names say. */
const active = /^\s*(?:<[!?a-z]|#!)/i

const typeOf = (extension: string): string | undefined =>
  Object.entries(attachmentTypes).find(([one]) => one === extension)?.[1]

/** Whether the beginning of a file is text in UTF-8 without control characters. */
function isText(head: Uint8Array): boolean {
  try {
    // `stream`: a character may be cut at the end
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return !/[^\P{Cc}\n\r\t\f]/u.test(text) && !active.test(text)
  } catch {
    return false
  }
}

/**
 * Returns the media type of an attachment, or undefined for a kind that is not accepted. `found` is the type that its first bytes
 * (`head`) have, if any. The name only decides between formats that those bytes cannot tell apart: a text may begin like any of them,
 * as "BMI" begins like a bitmap.
 */
export function documentType(found: string | undefined, head: Uint8Array, name: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (texts.has(extension) && isText(head)) return typeOf(extension)
  if (found === 'application/zip' && zipped.has(extension)) return typeOf(extension)
  return found !== undefined && known.has(found) ? found : undefined
}
