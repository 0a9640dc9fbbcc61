import { text } from 'node:stream/consumers'
import { msg } from '@lingui/core/runtime-macro'
import { streamFilePath } from '@virtual-courses/contract'
import { LRUCache } from 'lru-cache'
import type { SessionCookie } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type ByteRange, boundedRange } from '#core/files/byte-range.ts'
import type { Located } from '#ports/storage.ts'
import type { ServedMarks } from '../../lectures/index.ts'
import { hundredthsOfSpan, readSegments, type Segments } from '../../lectures/index.ts'
import { playlistKey, renditionKey, storyboardKey, videoKey } from '../../media/index.ts'
import { mainPlaylist, Renditions, Storyboard, splitPlaylist, storyboardTrack } from './stream-playlists.ts'
import { streamTokens } from './stream-token.ts'
import { requireWatchable } from './watch-lecture.ts'
import { createWatchMemo } from './watch-memo.ts'
import { findStream } from './watch-queries.ts'

export type FoundFile = {
  id: string
  contentType: string
  located: Located
  /** records that a part is about to be served; absent if it does not count, or is recorded already */
  note?: (part: ByteRange) => Promise<void>
  /** only headers are requested and nothing is recorded, so no URL of the store may be returned */
  isUncounted?: true
}

/** Headers that specify the requested part. */
type RangeHeaders = { range?: string | undefined; 'if-range'?: string | string[] | undefined; isHead: boolean }

/** Time in milliseconds for which the location of a file is cached; files never change. */
const locatedMs = 60_000
const mostLocated = 2_000
/** Lifetime in seconds of presigned URLs of stream files; one is reused for `locatedMs`. */
const addressSeconds = 300
/** Maximum size in bytes of the cached playlists: about 200 of one hour each. */
const mostPlaylistBytes = 32 * 1024 * 1024
/** Memory in bytes of a playlist part, besides its characters. */
const partBytes = 48
/** Maximum length of a playlist that is read: more than a day of video. */
const longestPlaylist = 2 * 1024 * 1024
/** Maximum height in pixels of the rendition that replaces an original which was not kept. */
const standInHeight = 720

const notYours = msg`This address of a video is not yours, or too old. Please load the page again.`
const noStream = (): DomainError => new DomainError('not_found', msg`This video has no stream yet`)

export type StreamFiles = {
  /** Returns a playlist or the storyboard of a lecture's stream. Throws as `requireWatchable` does, and not_found without one. */
  getText(lectureId: string, file: string, viewer: CurrentUser | null): Promise<string>
  /**
   * Returns a file of a stream, or, if the token has expired, its URL with a new one. Throws unauthenticated and not_entitled for a token
   * that is not of this viewer and stream, otherwise as `requireWatchable` does.
   */
  findFile(
    asked: { streamId: string; file: string; token: string | undefined },
    session: SessionCookie,
    headers: RangeHeaders,
  ): Promise<FoundFile | { renewed: string }>
  /** Returns the video of a lecture. Throws as `requireWatchable` does, and not_found for a lecture without a video. */
  findVideo(lectureId: string, session: SessionCookie, headers: RangeHeaders): Promise<FoundFile>
}

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'shared' | 'storage' | 'codeSecret'>

/** Creates the lookup of lecture media for viewers. It caches decisions and locations, so all requests share one. */
export function createStreamFiles(deps: Deps, marks: ServedMarks): StreamFiles {
  const { db, clock, storage, codeSecret } = deps
  const memo = createWatchMemo(deps)
  const tokens = streamTokens(codeSecret)
  const places = new LRUCache<string, { located: Located; until: number }>({ max: mostLocated })
  const playlists = new LRUCache<string, readonly string[]>({
    maxSize: mostPlaylistBytes,
    sizeCalculation: (parts) => parts.reduce((sum, part) => sum + part.length + partBytes, partBytes),
  })

  const segments = new WeakMap<readonly string[], Segments | null>()

  const locate = async (key: string, seconds?: number): Promise<Located | null> => {
    const now = clock.now().getTime()
    // a URL for a part must not be returned for a whole video, nor the other way round
    const place = `${seconds ?? ''} ${key}`
    const kept = places.get(place)
    if (kept && kept.until > now) return kept.located
    const located = await storage.locate(key, seconds === undefined ? {} : { seconds })
    if (located) places.set(place, { located, until: now + locatedMs })
    return located
  }

  const playlistOf = async (streamId: string, height: number): Promise<readonly string[]> => {
    const key = playlistKey(streamId, height)
    const kept = playlists.get(key)
    if (kept) return kept
    const located = await storage.locate(key)
    const stored = located && located.bytes <= longestPlaylist ? await storage.read(key) : null
    if (!stored) throw noStream()
    const parts = splitPlaylist(await text(stored))
    playlists.set(key, parts)
    return parts
  }

  /**
   * Locates a file for a viewer whose watching counts. If an object store sends the file, what the URL allows is recorded here: the
   * requested part, to which the URL is bound, or else the whole file.
   */
  const locateCounted = async (
    key: string,
    seconds: number | undefined,
    mark: (part: ByteRange, bytes: number) => Promise<void>,
    headers: RangeHeaders,
  ): Promise<Pick<FoundFile, 'located' | 'note' | 'isUncounted'> | null> => {
    const located = await locate(key, seconds)
    if (!located) return null
    const { bytes } = located
    if (located.kind === 'file') return { located, note: (part) => mark(part, bytes) }
    if (headers.isHead) return { located, isUncounted: true }
    const { range = '' } = headers
    const part = headers['if-range'] === undefined ? boundedRange(range, bytes) : null
    await mark(part ?? { start: 0, end: bytes - 1 }, bytes)
    if (!part) return { located }
    const bound = await storage.locate(key, { seconds: seconds ?? addressSeconds, range: { header: range, bytes } })
    return bound && { located: bound }
  }

  /** Returns null if the playlist of a rendition cannot be read; its file then counts by bytes. */
  const segmentsOf = async (streamId: string, height: number): Promise<Segments | null> => {
    const parts = await playlistOf(streamId, height).catch(() => null)
    if (!parts) return null
    const kept = segments.get(parts)
    if (kept !== undefined) return kept
    const read = readSegments(parts.join('-'))
    segments.set(parts, read)
    return read
  }

  const fileOf = (streamId: string, file: string): { key: string; contentType: string } => {
    const number = Number(/\d+/.exec(file)?.[0])
    return file.endsWith('.mp4')
      ? { key: renditionKey(streamId, number), contentType: 'video/mp4' }
      : { key: storyboardKey(streamId, number), contentType: 'image/webp' }
  }

  return {
    async getText(lectureId, file, viewer) {
      const { video } = await requireWatchable(db, lectureId, viewer, deps)
      const stream = video && (await findStream(db, video.id))
      if (!stream) throw noStream()
      const streamId = stream.stream_id
      const renditions = Renditions.parse(stream.renditions)
      if (file === 'main.m3u8') return mainPlaylist(renditions)
      const token = tokens.issue({ viewerId: viewer?.id ?? null, lectureId, streamId }, clock.now())
      if (file === 'storyboard.vtt') {
        if (stream.storyboard === null) throw new DomainError('not_found', msg`This video has no thumbnails`)
        return storyboardTrack(Storyboard.parse(stream.storyboard), (sheet) =>
          streamFilePath(streamId, `storyboard-${sheet}.webp`, token),
        )
      }
      const height = Number.parseInt(file, 10)
      if (!renditions.some((one) => one.height === height)) throw noStream()
      return (await playlistOf(streamId, height)).join(streamFilePath(streamId, `${height}p.mp4`, token))
    },

    async findFile({ streamId, file, token }, session, headers) {
      const viewer = await memo.viewerOf(session)
      const viewerId = viewer?.id ?? null
      const read = tokens.read(token ?? '', { viewerId, streamId }, clock.now())
      if (!read) throw new DomainError(viewer ? 'not_entitled' : 'unauthenticated', notYours)
      const { lectureId, expired } = read
      const known = await memo.watchable(lectureId, viewer)
      // a stream that was made since then is not cached yet
      const { video, receiver } =
        known.video?.streamId === streamId ? known : await memo.watchable(lectureId, viewer, 'again')
      if (video?.streamId !== streamId)
        throw new DomainError('not_found', msg`This video was replaced. Please load the page again.`)
      if (expired)
        return {
          renewed: streamFilePath(streamId, file, tokens.issue({ viewerId, lectureId, streamId }, clock.now())),
        }
      const { key, contentType } = fileOf(streamId, file)
      const id = `${streamId}-${file}`
      if (!receiver || !file.endsWith('.mp4')) {
        const located = await locate(key, addressSeconds)
        if (!located) throw new DomainError('not_found')
        return { id, contentType, located }
      }
      const mark = async (part: ByteRange, bytes: number): Promise<void> => {
        const pieces = await segmentsOf(streamId, Number.parseInt(file, 10))
        await marks.add(receiver, { video: hundredthsOfSpan(part, bytes, pieces) })
      }
      const found = await locateCounted(key, addressSeconds, mark, headers)
      if (!found) throw new DomainError('not_found')
      return { id, contentType, ...found }
    },

    async findVideo(lectureId, session, headers) {
      const { video, receiver } = await memo.watchable(lectureId, await memo.viewerOf(session))
      if (!video) throw new DomainError('not_found', msg`This lecture has no video yet`)
      const find = (key: string) => {
        if (!receiver) return locate(key).then((located) => located && { located })
        const mark = (part: ByteRange, bytes: number): Promise<void> =>
          marks.add(receiver, { video: hundredthsOfSpan(part, bytes, null) })
        return locateCounted(key, undefined, mark, headers)
      }
      const original = await find(videoKey(video.id))
      if (original) return { id: video.id, contentType: video.contentType, ...original }
      // the original was not kept, and a rendition is a complete video too
      const stream = await findStream(db, video.id)
      const heights = Renditions.parse(stream?.renditions ?? []).map(({ height }) => height)
      const height = heights.findLast((one) => one <= standInHeight) ?? heights[0]
      const standIn = stream && height && (await find(renditionKey(stream.stream_id, height)))
      if (!standIn) throw new DomainError('not_found')
      return { id: `${stream.stream_id}-${height}p`, contentType: 'video/mp4', ...standIn }
    },
  }
}
