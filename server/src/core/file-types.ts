import type { FileRule } from '@virtual-courses/contract'
import { fileTypeFromBuffer } from 'file-type'
import { documentType } from './document-type.ts'
import { DomainError } from './domain-error.ts'

/** Bytes at the beginning of a file that the detection of its type needs. */
export const signatureBytes = 4100

const accepted: Record<FileRule['kind'], { types: Record<string, string> | typeof documentType; sentence: string }> = {
  video: {
    types: {
      'video/mp4': 'video/mp4',
      'video/x-m4v': 'video/mp4',
      // Browsers play QuickTime files with the same codecs, but not under their own type.
      'video/quicktime': 'video/mp4',
      'video/webm': 'video/webm',
    },
    sentence: 'This file is not a video that browsers can play. Please choose an MP4, MOV or WebM file.',
  },
  image: {
    types: {
      'image/jpeg': 'image/jpeg',
      'image/png': 'image/png',
      'image/webp': 'image/webp',
      'image/avif': 'image/avif',
      'image/gif': 'image/gif',
    },
    sentence: 'This file is not a picture that we can use. Please choose a JPEG, PNG, WebP or AVIF file.',
  },
  document: {
    types: documentType,
    sentence:
      'This kind of file cannot be offered. Please choose a PDF, an office document without macros, a plain text in UTF-8, a picture, an MP3, M4A or WAV file, or a ZIP archive.',
  },
}

const wrongMedia = (kind: FileRule['kind']): DomainError => new DomainError('wrong_media', accepted[kind].sentence)

/** Returns the media type of a file, decided by its first bytes. Throws wrong_media when files of the kind may not have it. */
export async function findType(kind: FileRule['kind'], bytes: Buffer, name: string): Promise<string> {
  const head = bytes.subarray(0, signatureBytes)
  const type = await fileTypeFromBuffer(head).catch(() => undefined)
  const { types } = accepted[kind]
  const contentType = typeof types === 'function' ? types(type?.mime, head, name) : type && types[type.mime]
  if (!contentType) throw wrongMedia(kind)
  return contentType
}

const videoEndings = /\.(mp4|m4v|mov|webm)$/i

/**
 * Refuses a video by what its browser says, before its bytes are sent: the type, or the end of the name where the browser knows none.
 * Throws wrong_media.
 */
export function checkAnnouncedVideo(name: string, type: string): void {
  const { types } = accepted.video
  const known = type === '' || type === 'application/octet-stream' ? videoEndings.test(name) : type in types
  if (!known) throw wrongMedia('video')
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 3)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`

/** Returns the error for a file that is larger than its rule allows. */
export const tooLarge = (rule: FileRule): DomainError =>
  new DomainError(
    'too_large',
    `This file is too large: at most ${sizeText(rule.maxBytes)} for a ${{ video: 'video', image: 'picture', document: 'file' }[rule.kind]}`,
  )
