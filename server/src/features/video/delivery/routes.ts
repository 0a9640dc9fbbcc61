import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { createServedMarks } from '../../lectures/index.ts'
import { uploadHeaders } from '../../media/index.ts'
import { registerStreams } from './stream-routes.ts'
import { findAttachment, getCaptions, getContent } from './watch-lecture.ts'

/** Serves the content of a lecture to those who may watch it: texts, streams, files and captions. */
export function registerDelivery(routes: Routes, deps: FeatureDeps): void {
  const marks = createServedMarks(deps.db)
  const serving = { ...deps, marks }

  serve(
    routes.public,
    api.lectures.content,
  )(async ({ params, viewer }) => getContent(serving, params.lectureId, viewer))

  registerStreams(routes, deps, marks)

  serve(
    routes.public,
    api.media.attachment,
  )(async ({ params, viewer, isHead }) => {
    const found = await findAttachment(serving, params.attachmentId, viewer, isHead)
    const { id, contentType, disposition, located, note, isUncounted } = found
    const headers = { ...uploadHeaders, 'content-disposition': disposition }
    const described = { contentType, etag: `"${id}"`, cacheControl: 'private, no-cache', headers }
    if (located.kind === 'url') {
      if (!isUncounted) return { kind: 'redirect', url: located.url, headers }
      // a URL allows a GET, so a HEAD request gets none; no file is opened for it
      return { kind: 'file', path: '', bytes: located.bytes, ...described }
    }
    const { path, bytes, proxyPath } = located
    const counted = note && { note, by: 'whole' as const, heads: 'none' as const }
    return { kind: 'file', path, bytes, proxyPath, ...described, counted }
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
      headers: { ...uploadHeaders, etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
    }
  })
}
