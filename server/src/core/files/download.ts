import { slugOf } from '@virtual-courses/contract'
import type { StreamReply } from '../call.ts'

/** Returns the `Content-Disposition` that has a browser save a file under a name in any script (RFC 6266). */
export function downloadHeader(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Name of a file of some titles, in any script; `last` is its end. Titles without letters are left out. */
export const fileName = (titles: readonly string[], last: string): string =>
  [...titles.map(slugOf), last].filter((part) => part !== '').join('-')

/** A text that is made while it is sent, and saved by browsers; no cache keeps it. */
export const textDownload = (pieces: AsyncIterable<string>, name: string, contentType: string): StreamReply => ({
  kind: 'pieces',
  pieces,
  contentType: `${contentType}; charset=utf-8`,
  headers: { 'content-disposition': downloadHeader(name), 'cache-control': 'no-store' },
})
