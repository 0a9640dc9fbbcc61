import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { findVideo } from './find-video.ts'
import { getCaptions } from './get-captions.ts'
import { imageFiles, imageKey } from './keys.ts'

/** Uploaded bytes never act in our origin's name, whatever they turn out to be. */
const headers = {
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  'content-disposition': 'inline',
}

/** The addresses of images, videos and captions. */
export function registerMedia(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.public,
    api.media.image,
  )(async ({ params }) => {
    const image = imageFiles.get(params.file)
    const located = image && (await deps.storage.locate(imageKey(params.imageId, image.width, image.format)))
    if (!located) throw new DomainError('not_found')
    if (located.kind === 'url') return { kind: 'redirect', url: located.url, headers }
    return {
      kind: 'file',
      path: located.path,
      bytes: located.bytes,
      contentType: `image/${image.format}`,
      etag: `"${params.imageId}-${params.file}"`,
      cacheControl: 'public, max-age=31536000, immutable',
      headers,
    }
  })

  serve(
    routes.public,
    api.media.video,
  )(async ({ params, viewer }) => {
    const { id, contentType, located } = await findVideo(deps, params.lectureId, viewer)
    if (located.kind === 'url') return { kind: 'redirect', url: located.url, headers }
    const { path, bytes } = located
    return { kind: 'file', path, bytes, contentType, etag: `"${id}"`, cacheControl: 'private, no-cache', headers }
  })

  serve(
    routes.public,
    api.media.captions,
  )(async ({ params, viewer }) => {
    const { vtt, etag } = await getCaptions(deps, params.lectureId, params.file.replace(/\.vtt$/, ''), viewer)
    return {
      kind: 'text',
      text: vtt,
      contentType: 'text/vtt; charset=utf-8',
      headers: { ...headers, etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
    }
  })
}
