import { msg } from '@lingui/core/runtime-macro'
import type { FileRule } from '@virtual-courses/contract'
import { fileTypeFromBuffer } from 'file-type'
import { DomainError } from '../domain-error.ts'
import type { Sentence } from '../languages/language.ts'
import { documentProblem, documentType } from './document-type.ts'
import { isoFamily, readTracks } from './iso-media.ts'

/** Bytes at the beginning of a file that the detection of its type needs. */
const signatureBytes = 4100

const accepted: Record<
  FileRule['kind'],
  { types: Record<string, string> | typeof documentType; sentence: Sentence | ((name: string) => Sentence) }
> = {
  video: {
    types: {
      'video/mp4': 'video/mp4',
      'video/x-m4v': 'video/mp4',
      // Browsers play QuickTime files with the same codecs, but not under their own type.
      'video/quicktime': 'video/mp4',
      // Files of phones are MP4 too.
      'video/3gpp': 'video/mp4',
      'video/3gpp2': 'video/mp4',
      'video/webm': 'video/webm',
    },
    sentence: msg`This file is not a video that browsers can play. Please choose an MP4, MOV or WebM file.`,
  },
  image: {
    types: {
      'image/jpeg': 'image/jpeg',
      'image/png': 'image/png',
      'image/webp': 'image/webp',
      'image/avif': 'image/avif',
      'image/gif': 'image/gif',
    },
    sentence: msg`This file is not a picture that we can use. Please choose a JPEG, PNG, WebP or AVIF file.`,
  },
  document: {
    types: documentType,
    sentence: documentProblem,
  },
}

function wrongMedia(kind: FileRule['kind'], name: string): DomainError {
  const { sentence } = accepted[kind]
  return new DomainError('wrong_media', typeof sentence === 'function' ? sentence(name) : sentence)
}

const soundOnly = msg`This file has sound but no picture. Please choose a video, or add the sound to the lecture as a file.`

/** Finds the type of a file while it is read, as its bytes tell. Both throw wrong_media when files of the kind may not have it. */
export type TypeReader = {
  /** Takes the next bytes; refuses as soon as the first ones tell. */
  add(chunk: Buffer): Promise<void>
  /** Returns the media type, when all bytes were added. */
  end(): Promise<string>
}

/** Returns what finds the type of one file. Its name only decides between formats that its bytes cannot tell apart. */
export function createTypeReader(kind: FileRule['kind'], name: string): TypeReader {
  const parts: Buffer[] = []
  let length = 0
  let head: Buffer | null = null
  /** null for what does not consist of boxes: its first bytes decide */
  let family: ReturnType<typeof isoFamily> = null
  let contentType = ''
  const tracks = readTracks()

  async function begin(): Promise<void> {
    head = Buffer.concat(parts).subarray(0, signatureBytes)
    parts.length = 0
    family = kind === 'image' ? null : isoFamily(head)
    if (family === 'other') throw wrongMedia(kind, name)
    if (family === null) contentType = await typeByHead(kind, head, name)
  }

  return {
    async add(chunk) {
      if (head === null || family !== null) tracks.add(chunk)
      if (head !== null) return
      parts.push(chunk)
      length += chunk.length
      if (length >= signatureBytes) await begin()
    },
    async end() {
      if (head === null) await begin()
      if (family === null) return contentType
      // a file without a readable index is what its brand says
      const shows = tracks.kinds.has('vide') || (tracks.kinds.size === 0 && family === 'media')
      const sounds = tracks.kinds.has('soun') || (tracks.kinds.size === 0 && family === 'sound')
      if (kind === 'video') {
        if (shows) return 'video/mp4'
        throw sounds ? new DomainError('wrong_media', soundOnly) : wrongMedia(kind, name)
      }
      // audiobooks have pictures of their chapters
      const isSound = sounds && (!shows || family === 'sound')
      const type = isSound ? documentType('audio/x-m4a', head ?? Buffer.alloc(0), name) : undefined
      if (type === undefined) throw wrongMedia(kind, name)
      return type
    },
  }
}

/** Returns the media type of a file, decided by its first bytes. Throws wrong_media when files of the kind may not have it. */
async function typeByHead(kind: FileRule['kind'], head: Buffer, name: string): Promise<string> {
  const type = await fileTypeFromBuffer(head).catch(() => undefined)
  const { types } = accepted[kind]
  const contentType = typeof types === 'function' ? types(type?.mime, head, name) : type && types[type.mime]
  if (!contentType) throw wrongMedia(kind, name)
  return contentType
}

const videoEndings = /\.(mp4|m4v|mov|webm|3gp|3g2)$/i

/**
 * Refuses a video before its bytes are sent, by the type that the browser states or, without one, by the extension.
 * Throws wrong_media.
 */
export function checkAnnouncedVideo(name: string, type: string): void {
  const { types } = accepted.video
  const known = type === '' || type === 'application/octet-stream' ? videoEndings.test(name) : type in types
  if (!known) throw wrongMedia('video', name)
}

const sizeText = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${Math.floor(bytes / 1024 ** 3)} GB` : `${Math.floor(bytes / 1024 ** 2)} MB`

const tooLargeFor: Record<FileRule['kind'], (size: string) => Sentence> = {
  video: (size) => msg`This file is too large: at most ${{ size }} for a video`,
  image: (size) => msg`This file is too large: at most ${{ size }} for a picture`,
  document: (size) => msg`This file is too large: at most ${{ size }} for a file`,
}

/** Returns the error for a file that is larger than its rule allows. */
export const tooLarge = (rule: FileRule): DomainError =>
  new DomainError('too_large', tooLargeFor[rule.kind](sizeText(rule.maxBytes)))
