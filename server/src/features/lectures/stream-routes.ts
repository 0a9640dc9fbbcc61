import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { uploadHeaders } from '../media/index.ts'
import { createStreamFiles, type FoundFile } from './stream-files.ts'

const compress = promisify(gzip)
/** Length from which playlists are compressed: each segment repeats the address, and an hour has 900 of them. */
const longText = 2048

const fileReply = ({ id, contentType, located }: FoundFile, cacheControl: string): StreamReply => {
  if (located.kind === 'url') return { kind: 'redirect', url: located.url, headers: uploadHeaders }
  const { path, bytes, proxyPath } = located
  return { kind: 'file', path, bytes, proxyPath, contentType, etag: `"${id}"`, cacheControl, headers: uploadHeaders }
}

/** Serves videos: the playlists and files of their streams, and the originals. */
export function registerStreams(routes: Routes, deps: FeatureDeps): void {
  const streams = createStreamFiles(deps)

  serve(
    routes.public,
    api.media.stream,
  )(async ({ params, viewer }) => {
    const text = await streams.getText(params.lectureId, params.file, viewer)
    const contentType = params.file.endsWith('.vtt') ? 'text/vtt; charset=utf-8' : 'application/vnd.apple.mpegurl'
    const headers = { ...uploadHeaders, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }
    if (text.length < longText) return { kind: 'text', text, contentType, headers }
    const bytes = await compress(text, { level: constants.Z_BEST_SPEED })
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    return { kind: 'gzip', bytes, hash, contentType, headers }
  })

  serve(routes.public, api.media.streamFile, { readsSession: true })(async ({ params, query, session }) => {
    const found = await streams.findFile({ ...params, token: query.token }, session)
    if ('renewed' in found)
      return { kind: 'redirect', url: found.renewed, cacheControl: 'private, no-store', headers: uploadHeaders }
    return fileReply(found, 'private, max-age=3600, immutable')
  })

  serve(routes.public, api.media.video, { readsSession: true })(async ({ params, session }) =>
    fileReply(await streams.findVideo(params.lectureId, session), 'private, no-cache'),
  )
}
