import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { sendFile } from '#http/ranges.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { findVideo } from './find-video.ts'
import { getCaptions } from './get-captions.ts'
import { imageFiles, imageKey } from './keys.ts'

/** Uploaded bytes never act in our origin's name, whatever they turn out to be. */
const harmless = {
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  'content-disposition': 'inline',
}

/** The addresses of pictures, videos and captions. */
export function registerMedia(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.media.image,
  )(async ({ params, request, reply }) => {
    const file = imageFiles.get(params.file)
    const located = file && (await deps.storage.locate(imageKey(params.imageId, file.width, file.format)))
    if (!located) throw new DomainError('not_found')
    reply.headers(harmless)
    if (located.kind === 'url') return reply.header('cache-control', 'no-store').redirect(located.url, 302)
    return sendFile(request, reply, {
      path: located.path,
      bytes: located.bytes,
      contentType: `image/${file.format}`,
      etag: `"${params.imageId}-${params.file}"`,
      cacheControl: 'public, max-age=31536000, immutable',
    })
  })

  serve(
    routes.public,
    api.media.video,
  )(async ({ params, viewer, request, reply }) => {
    const { id, contentType, located } = await findVideo(deps, params.lectureId, viewer)
    reply.headers(harmless)
    if (located.kind === 'url') return reply.header('cache-control', 'no-store').redirect(located.url, 302)
    const { path, bytes } = located
    return sendFile(request, reply, { path, bytes, contentType, etag: `"${id}"`, cacheControl: 'private, no-cache' })
  })

  serve(
    routes.public,
    api.media.captions,
  )(async ({ params, viewer, request, reply }) => {
    const { vtt, etag } = await getCaptions(deps, params.lectureId, params.file.replace(/\.vtt$/, ''), viewer)
    reply.headers({ ...harmless, etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/vtt; charset=utf-8').send(vtt)
  })
}
