import { z } from 'zod'
import { stream } from '../endpoint.ts'
import { Id } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Maximum size of a lecture video in bytes (4 GiB). */
export const maxVideoBytes = 4 * 1024 ** 3
/** Maximum size of an image in bytes (10 MiB). */
export const maxImageBytes = 10 * 1024 ** 2

/** Maximum size of a file that a lecture offers for download (50 MiB), and how many of them it has. */
export const maxAttachmentBytes = 50 * 1024 ** 2
export const maxAttachments = 10

/** A file that a lecture offers for download. */
export const Attachment = z.object({
  _id: Id,
  /** the name under which it is saved, with an extension of its type */
  name: z.string(),
  bytes: z.number().int(),
  /** stable path, with the access rules of the video */
  url: z.string(),
})
export type Attachment = z.output<typeof Attachment>

/** Returns the stable path of an attachment; access is checked at each request. */
export const attachmentPath = (attachmentId: string): string => `/api/media/attachments/${attachmentId}`

/** Widths in pixels in which every image is stored. */
export const imageWidths = [320, 640, 1280] as const
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Returns the path of one size of an image; its content never changes. */
export const imagePath = (imageId: string, width: number, format: ImageFormat): string =>
  `/api/media/images/${imageId}/${width}.${format}`

/** Returns the stable path of a lecture's video; access is checked at each request. */
export const videoPath = (lectureId: string): string => `/api/media/lectures/${lectureId}/video`

/** Heights in pixels of the renditions of a stream, the lowest first; a stream has none that is higher than its source. */
export const renditionHeights = [240, 360, 720, 1080] as const

/** Returns the stable path of a lecture's stream (HLS, the main playlist), with the access rules of the video. */
export const streamPath = (lectureId: string): string => `/api/media/lectures/${lectureId}/stream/main.m3u8`

/** Returns the stable path of the thumbnails of a lecture's seek bar (WebVTT with `#xywh` parts of images), with the access rules of the video. */
export const storyboardPath = (lectureId: string): string => `/api/media/lectures/${lectureId}/stream/storyboard.vtt`

/** Returns the path of a file of a stream (a rendition or a sheet of the storyboard), with the token that playlists give. */
export const streamFilePath = (streamId: string, file: string, token: string): string =>
  `/api/media/streams/${streamId}/${file}?token=${token}`

/** Returns the stable path of a lecture's captions in one language, with the access rules of the video. */
export const captionsPath = (lectureId: string, language: string): string =>
  `/api/media/lectures/${lectureId}/captions/${language}.vtt`

/** Returns the `srcset` for an image path of `imagePath`; undefined for other paths. */
export function srcSetOf(url: string, format: ImageFormat): string | undefined {
  const match = /^(.*\/api\/media\/images\/[^/]+\/)\d+\.(?:avif|webp)$/.exec(url)
  if (!match) return undefined
  return imageWidths.map((width) => `${match[1]}${width}.${format} ${width}w`).join(', ')
}

export const media = {
  image: stream({
    method: 'GET',
    path: '/api/media/images/:imageId/:file',
    access: 'public',
    summary: 'One size of an image (AVIF or WebP); immutable',
    params: z.object({ imageId: Id, file: z.string().regex(/^\d{2,4}\.(avif|webp)$/) }),
    errors: ['not_found'],
    status: 200,
    contentType: 'image/*',
  }),
  video: stream({
    method: 'GET',
    path: '/api/media/lectures/:lectureId/video',
    access: 'public',
    summary:
      'The video of a lecture, for its owner, enrolled students, and everyone if it is a free preview; supports Range requests',
    params: z.object({ lectureId: Id }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'range_not_satisfiable', 'unauthenticated'],
    status: 200,
    contentType: 'video/*',
  }),
  stream: stream({
    method: 'GET',
    path: '/api/media/lectures/:lectureId/stream/:file',
    access: 'public',
    summary:
      'Playlists of the HLS stream of a lecture (main.m3u8, and one for each height such as 360p.m3u8), and the thumbnails of its seek bar (storyboard.vtt), for users who may watch its video. Files are named by addresses that are valid for a few minutes',
    params: z.object({
      lectureId: Id,
      file: z.enum(['main.m3u8', ...renditionHeights.map((height) => `${height}p.m3u8` as const), 'storyboard.vtt']),
    }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'unauthenticated'],
    status: 200,
    contentType: 'application/vnd.apple.mpegurl',
  }),
  streamFile: stream({
    method: 'GET',
    path: '/api/media/streams/:streamId/:file',
    access: 'public',
    summary:
      'A file of a stream, as its playlists name it, for the viewer who fetched them; supports Range requests. An address that is too old leads to a new one while its viewer may watch',
    params: z.object({
      streamId: Id,
      file: z
        .string()
        .regex(/^([1-9]\d{2,3}p\.mp4|storyboard-(0|[1-9]\d{0,2})\.webp)$/, sentence('Streams have no such file')),
    }),
    query: z.object({ token: z.string().max(200).optional() }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'range_not_satisfiable', 'unauthenticated'],
    status: 200,
    contentType: 'video/mp4',
  }),
  attachment: stream({
    method: 'GET',
    path: '/api/media/attachments/:attachmentId',
    access: 'public',
    summary:
      'A file of a lecture, for users who may watch the lecture; browsers save it and never open it. Supports Range requests',
    params: z.object({ attachmentId: Id }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'range_not_satisfiable', 'unauthenticated'],
    status: 200,
    contentType: 'application/octet-stream',
  }),
  captions: stream({
    method: 'GET',
    path: '/api/media/lectures/:lectureId/captions/:file',
    access: 'public',
    summary: 'The captions of a lecture (WebVTT), for users who may watch its video',
    params: z.object({ lectureId: Id, file: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}\.vtt$/) }),
    errors: ['not_found', 'not_entitled', 'not_open_yet', 'unauthenticated'],
    status: 200,
    contentType: 'text/vtt',
  }),
}
