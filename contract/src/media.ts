import { z } from 'zod'
import { stream } from './endpoint.ts'
import { Id } from './fields.ts'

/** Largest lecture video, in bytes (4 GiB). */
export const maxVideoBytes = 4 * 1024 ** 3
/** Largest picture, in bytes (10 MiB). */
export const maxImageBytes = 10 * 1024 ** 2

/** Widths, in CSS pixels, that every picture is stored in. */
export const imageWidths = [320, 640, 1280] as const
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Address of one size of a picture; the bytes behind it never change. */
export const imagePath = (imageId: string, width: number, format: ImageFormat): string =>
  `/api/media/images/${imageId}/${width}.${format}`

/** Stable address of a lecture's video; who may have the bytes is decided at each fetch. */
export const videoPath = (lectureId: string): string => `/api/media/lectures/${lectureId}/video`

/** Stable address of a lecture's captions in one language; who may have them is decided as for the video. */
export const captionsPath = (lectureId: string, language: string): string =>
  `/api/media/lectures/${lectureId}/captions/${language}.vtt`

/** `srcset` for a picture address made by `imagePath`, or undefined for any other address. */
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
    summary: 'One size of a picture (AVIF or WebP); immutable',
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
      'The video of a lecture, for its owner, enrolled students, and everybody if it is a free preview; answers Range requests',
    params: z.object({ lectureId: Id }),
    errors: ['not_found', 'not_entitled', 'range_not_satisfiable', 'unauthenticated'],
    status: 200,
    contentType: 'video/*',
  }),
  captions: stream({
    method: 'GET',
    path: '/api/media/lectures/:lectureId/captions/:file',
    access: 'public',
    summary: 'The captions of a lecture (WebVTT), for anyone who may have its video',
    params: z.object({ lectureId: Id, file: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}\.vtt$/) }),
    errors: ['not_found', 'not_entitled', 'unauthenticated'],
    status: 200,
    contentType: 'text/vtt',
  }),
}
