import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { TestApp } from '../create-test-app.ts'

/** Bytes of each file of a made stream. */
export const streamBytes = 300_000
const storyboard = { columns: 2, rows: 2, width: 160, height: 90, seconds: 5, count: 5 }

const playlist = (height: number): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${height}p.mp4",BYTERANGE="1000@0"`,
    ...[0, 1, 2].flatMap((index) => [
      '#EXTINF:4.000000,',
      `#EXT-X-BYTERANGE:${99_000}@${1000 + index * 99_000}`,
      `${height}p.mp4`,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')

/** Gives the video of a lecture a stream of two renditions (240 and 720) and a storyboard of two sheets. Their bytes are no video. */
export async function makeStream(
  app: TestApp,
  lectureId: string,
): Promise<{ streamId: string; videoId: string; bytes: Record<string, Buffer> }> {
  const { db, storage } = app.deps
  const streamId = newId()
  const names = ['240p.mp4', '720p.mp4', 'storyboard-0.webp', 'storyboard-1.webp']
  const bytes = Object.fromEntries(names.map((name) => [name, randomBytes(streamBytes)]))
  for (const [name, content] of Object.entries(bytes))
    await storage.putBytes(`streams/${streamId}/${name}`, content, name.endsWith('mp4') ? 'video/mp4' : 'image/webp')
  for (const height of [240, 720])
    await storage.putBytes(
      `streams/${streamId}/${height}p.m3u8`,
      Buffer.from(playlist(height)),
      'application/vnd.apple.mpegurl',
    )
  const renditions = [240, 720].map((height) => ({
    height,
    width: Math.round((height * 16) / 9 / 2) * 2,
    bandwidth: height * 2000,
    average: height * 1500,
    codecs: 'avc1.4d401e,mp4a.40.2',
    frameRate: 25,
    bytes: streamBytes,
  }))
  const { video_id: videoId } = await db
    .selectFrom('lectures')
    .select('video_id')
    .where('id', '=', lectureId)
    .executeTakeFirstOrThrow()
  if (videoId === null) throw new Error('The lecture has no video')
  await sql`
    update videos set stream_id = ${streamId}, stream_state = 'ready', renditions = ${JSON.stringify(renditions)}::jsonb,
      storyboard = ${JSON.stringify(storyboard)}::jsonb
    where id = ${videoId}`.execute(db)
  return { streamId, videoId, bytes }
}
