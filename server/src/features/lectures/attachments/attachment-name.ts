import { attachmentTypes, cleanName } from '@virtual-courses/contract'

/** Maximum length of a name without its extension, in characters, and in bytes: file systems take 255 with all that is added. */
const maxLength = 100
const maxBytes = 200
/** Characters of a sent name that are read: a part of a form may name its file in 80,000, and no file system takes as many as these. */
const readLength = 1000

/** Names that a file cannot have on Windows, whatever their extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Returns the start of a text that fits into `maxLength` and `maxBytes`, in whole characters as readers see them. */
function shortened(text: string): string {
  let bytes = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 2 * maxLength))) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes || [...kept, ...segment].length > maxLength) break
    kept += segment
  }
  return kept
}

/**
 * Returns a name under which a file can be saved everywhere: without folders, invisible characters and signs that file systems or
 * headers read, and with an extension of its type, so that no program is started by opening a "document".
 */
export function attachmentName(sent: string, contentType: string): string {
  const last = sent.split(/[/\\]/).at(-1)?.slice(0, readLength) ?? ''
  const plain = cleanName(last)
    .replace(/[<>:"|?*%;]/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const own = Object.entries(attachmentTypes).flatMap(([extension, type]) => (type === contentType ? [extension] : []))
  const dot = plain.lastIndexOf('.')
  const extension = dot < 0 ? '' : plain.slice(dot + 1).toLowerCase()
  const fits = own.includes(extension)
  const stem = shortened(fits ? plain.slice(0, dot) : plain).replace(/[.\s]+$/, '')
  const safe = reserved.test(stem) ? `file-${stem}` : stem || 'file'
  return `${safe}.${fits ? extension : (own[0] ?? 'bin')}`
}
