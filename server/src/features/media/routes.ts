import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { imageFiles, imageKey } from './keys.ts'
import { findStorageUse } from './storage-queries.ts'
import { storageLimits } from './storage-room.ts'

/** Headers of uploaded files, whose scripts must not run in the site's origin. */
export const uploadHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
  'content-disposition': 'inline',
}

/** Serves the files of images, and what an educator has in the store. */
export function registerMedia(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.educator,
    api.storage.own,
  )(async ({ viewer }) => ({
    use: await findStorageUse(deps.db, viewer.id),
    allowed: storageLimits(deps.settings.current()).account,
  }))
  serve(
    routes.public,
    api.media.image,
  )(async ({ params }) => {
    const image = imageFiles.get(params.file)
    const located = image && (await deps.storage.locate(imageKey(params.imageId, image.width, image.format)))
    if (!located) throw new DomainError('not_found')
    // the address is valid for hours: a page that shows the image again does not ask again
    if (located.kind === 'url')
      return { kind: 'redirect', url: located.url, cacheControl: 'public, max-age=3600', headers: uploadHeaders }
    return {
      kind: 'file',
      path: located.path,
      bytes: located.bytes,
      proxyPath: located.proxyPath,
      contentType: `image/${image.format}`,
      etag: `"${params.imageId}-${params.file}"`,
      cacheControl: 'public, max-age=31536000, immutable',
      headers: uploadHeaders,
    }
  })
}
