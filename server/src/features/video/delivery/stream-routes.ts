import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { api } from '@virtual-courses/contract'
import type { CountedFile, StreamReply } from '#core/call.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import type { ServedMarks } from '../../lectures/index.ts'
import { uploadHeaders } from '../../media/index.ts'
import { createStreamFiles, type FoundFile } from './stream-files.ts'

const compress = promisify(gzip)
/** Minimum length of playlists that are compressed: each segment repeats the URL, and an hour has 900 segments. */
const longText = 2048

const fileReply = (
  { id, contentType, located, note, isUncounted }: FoundFile,
  cacheControl: string,
  heads: CountedFile['heads'],
): StreamReply => {
  const headers = uploadHeaders
  const etag = `"${id}"`
  if (located.kind === 'url') {
    if (!isUncounted) return { kind: 'redirect', url: located.url, headers }
    // a URL allows a GET, so a HEAD request gets none; no file is opened for it
    return { kind: 'file', path: '', bytes: located.bytes, contentType, etag, cacheControl, headers }
  }
  const { path, bytes, proxyPath } = located
  const counted = note && { note, by: 'parts' as const, heads }
  return { kind: 'file', path, bytes, proxyPath, contentType, etag, cacheControl, headers, counted }
}

/** Serves videos: the playlists and files of their streams, and the originals. */
export function registerStreams(routes: Routes, deps: FeatureDeps, marks: ServedMarks): void {
  const streams = createStreamFiles(deps, marks)

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

  serve(routes.public, api.media.streamFile, { readsSession: true })(
    async ({ params, query, session, headers, isHead }) => {
      // a cache in front of this server sends HEAD to ask whether it may serve what it has
      const isCheck = headers['x-stream-check'] !== undefined
      const asked = { ...headers, isHead: isHead && !isCheck }
      const found = await streams.findFile({ ...params, token: query.token }, session, asked)
      if ('renewed' in found)
        return { kind: 'redirect', url: found.renewed, cacheControl: 'private, no-store', headers: uploadHeaders }
      return fileReply(found, 'private, max-age=3600, immutable', isCheck ? 'all' : 'ranges')
    },
  )

  serve(routes.public, api.media.video, { readsSession: true })(async ({ params, session, headers, isHead }) =>
    fileReply(await streams.findVideo(params.lectureId, session, { ...headers, isHead }), 'private, no-cache', 'none'),
  )
}
