import { api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import {
  appendToUpload,
  cancelUpload,
  createUpload,
  getUploadResult,
  listUploads,
  readUpload,
} from './receive-upload.ts'
import { noteChecksums } from './upload-checksums.ts'

/** Serves the endpoints of video uploads in parts. */
export function registerUploads(routes: Routes, deps: FeatureDeps): void {
  serve(routes.educator, api.uploads.create)(async ({ headers, viewer }) => createUpload(deps, viewer.id, headers))

  serve(
    routes.educator,
    api.uploads.head,
  )(async ({ params, headers, viewer, signal }) => readUpload(deps, viewer.id, params.uploadId, { headers, signal }))

  serve(
    routes.educator,
    api.uploads.append,
  )(async ({ params, headers, viewer, part, signal }) =>
    appendToUpload(deps, viewer.id, params.uploadId, { headers, part, signal }),
  )

  serve(
    routes.educator,
    api.uploads.override,
  )(async ({ params, headers, viewer, part, signal }) => {
    const method = String(headers['x-http-method-override'] ?? '').toUpperCase()
    if (method === 'PATCH') return appendToUpload(deps, viewer.id, params.uploadId, { headers, part, signal })
    if (method !== 'DELETE') throw new DomainError('method_not_allowed')
    await cancelUpload(deps, viewer.id, params.uploadId, signal)
    return { headers: {} }
  })

  serve(
    routes.educator,
    api.uploads.checksums,
  )(async ({ params, body, viewer }) => noteChecksums(deps, viewer.id, params.uploadId, body))

  serve(
    routes.educator,
    api.uploads.cancel,
  )(async ({ params, viewer, signal }) => {
    await cancelUpload(deps, viewer.id, params.uploadId, signal)
    return { headers: {} }
  })

  serve(
    routes.educator,
    api.uploads.list,
  )(async ({ viewer, say }) => ({
    uploads: await listUploads(deps, viewer.id, say),
  }))

  serve(
    routes.educator,
    api.uploads.result,
  )(async ({ params, viewer, say }) => getUploadResult(deps, viewer.id, params.uploadId, say))
}
