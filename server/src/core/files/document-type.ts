import { msg } from '@lingui/core/runtime-macro'
import { attachmentTypes } from '@virtual-courses/contract'
import type { Sentence } from '../languages/language.ts'

const known: ReadonlySet<string> = new Set(Object.values(attachmentTypes))

/** Formats that are ZIP archives inside; which one it is may stand behind the bytes that are looked at. */
const zipped = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'])
/** Types whose files are texts: their beginning decides nothing, since browsers save them and never open them. */
const textTypes = /^(?:text\/.+|application\/(?:json|jsonl|yaml|xml|.+\+json))$/

/** Beginnings of pages. */
const markup = /^\s*<[!?a-z]/i

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
const typeOf = (extension: string): string | undefined =>
  Object.hasOwn(attachmentTypes, extension) ? attachmentTypes[extension] : undefined

/** Whether the beginning of a file is text: without control characters in UTF-8, in UTF-16 with its mark, or in an older encoding of one byte. */
function isText(head: Uint8Array): boolean {
  const [first, second] = head
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined
  try {
    // `stream`: a character may be cut at the end
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(head, { stream: true })
    return !/[^\P{Cc}\n\r\t\f\v\u0085]/u.test(text)
  } catch {
    return utf16 === undefined && head.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13))
  }
}

/** Whether a file is a PDF as readers accept it: its header stands somewhere in the first kilobyte. A page with those letters is none. */
function isPdf(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 1024)).toString('latin1')
  return text.includes('%PDF-') && !markup.test(text.replace(/^\u00ef\u00bb\u00bf/, ''))
}

/**
 * Returns the media type of an attachment, or undefined for a kind that is not accepted. `found` is the type that its first bytes
 * (`head`) have, if any. The name only decides between formats that those bytes cannot tell apart: a text may begin like any of them,
 * as "BMI" begins like a bitmap.
 */
export function documentType(found: string | undefined, head: Uint8Array, name: string): string | undefined {
  const extension = extensionOf(name)
  const type = typeOf(extension)
  if (type !== undefined && textTypes.test(type)) return isText(head) ? type : undefined
  if (found === 'application/zip' && zipped.has(extension)) return type
  if (found === undefined && extension === 'pdf' && isPdf(head)) return type
  return found !== undefined && known.has(found) && !textTypes.test(found) ? found : undefined
}

/** Returns why a file that has no accepted type is refused; it never names the kind of the file as one that is accepted. */
export function documentProblem(name: string): Sentence {
  const extension = extensionOf(name)
  const type = typeOf(extension)
  if (extension === '') return msg`The name of this file has no ending that tells its kind. Add one, such as .txt.`
  if (/^(?:doc|xls|ppt|do[ct]m|xl[st]m|xlsb|p[po][ts]m)$/.test(extension)) {
    const other = extension.startsWith('x') ? '.xlsx' : extension.startsWith('p') ? '.pptx' : '.docx'
    return msg`.${{ extension }} files may contain macros. Save it without them, as ${{ other }}.`
  }
  if (type !== undefined && textTypes.test(type))
    return msg`This .${{ extension }} file is not a text: it has characters that no text has.`
  if (type === undefined) return msg`.${{ extension }} files cannot be offered. You can put it into a ZIP archive.`
  return zipped.has(extension) || extension === 'zip'
    ? msg`The name of this file ends with .${{ extension }}, but what is in it is something else. Save it again as what it is.`
    : msg`The name of this file ends with .${{ extension }}, but what is in it is something else. Save it again as what it is. You can put it into a ZIP archive.`
}
