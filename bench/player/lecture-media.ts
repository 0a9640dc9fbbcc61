import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { planLadder, type Rung, segmentSeconds } from '../../server/src/adapters/transcoder/ladder.ts'
import { dataDirIn } from '../lib/our-server.ts'
import { cacheFolder, Missing } from '../lib/tools.ts'

export const seconds = 60
/** The product's ladder for 720p, at the most that it allows. */
const ladder = planLadder({ width: 1280, height: 720 })
const original = ladder.at(-1) as Rung // a ladder has at least one
const rate = 25

const ffmpeg = (args: readonly string[], cwd: string): void => {
  const program = findProgram('ffmpeg')
  if (!program) throw new Missing('ffmpeg is missing: apt-get install ffmpeg')
  execFileSync(program, ['-loglevel', 'error', '-y', ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

const encoding = ({ pixels: { width, height }, maxBits, audioBits }: Rung): string[] => [
  ...[
    '-vf',
    `scale=${width}:${height}`,
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
  ],
  ...['-b:v', String(maxBits), '-maxrate', String(maxBits), '-bufsize', String(maxBits), '-x264-params', 'nal-hrd=cbr'],
  ...['-g', String(segmentSeconds * rate), '-keyint_min', String(segmentSeconds * rate), '-sc_threshold', '0'],
  ...['-c:a', 'aac', '-b:a', String(audioBits), '-ac', '2', '-ar', '48000'],
]

/**
 * Makes the media of the test with ffmpeg, once: 60 seconds of 720p as one MP4 (progressive, its index first), and the same as a
 * ladder of fragmented MP4 with a sheet of thumbnails, all of steady bit rates. Returns their folder.
 */
export function makeMedia(): string {
  const folder = join(
    cacheFolder,
    `playback-media-${ladder.map((one) => (one.maxBits + one.audioBits) / 1000).join('-')}`,
  )
  if (existsSync(folder)) return folder
  const work = `${folder}-unfinished`
  mkdirSync(work, { recursive: true })
  console.error('Making the media with ffmpeg (some 40 s of processor time, once) …')
  const picture = `testsrc2=size=1280x720:rate=${rate},noise=alls=12:allf=t`
  const source = [
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=330:beep_factor=3',
    '-t',
    String(seconds),
  ]
  ffmpeg([...source, ...encoding(original), '-movflags', '+faststart', 'original.mp4'], work)
  for (const step of ladder) {
    const name = `${step.height}p`
    const hls = [
      '-f',
      'hls',
      '-hls_time',
      String(segmentSeconds),
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      'fmp4',
    ]
    const one = ['-hls_flags', 'single_file', '-hls_segment_filename', `${name}.mp4`, `${name}.m3u8`]
    ffmpeg(['-i', 'original.mp4', ...encoding(step), ...hls, ...one], work)
  }
  ffmpeg(['-i', 'original.mp4', '-vf', 'fps=1/5,scale=160:90,tile=10x10', '-frames:v', '1', 'storyboard-0.webp'], work)
  renameSync(work, folder)
  return folder
}

const renditions = (folder: string) =>
  ladder.map(({ height, pixels, maxBits, audioBits }) => ({
    height,
    width: pixels.width,
    bandwidth: Math.round((maxBits + audioBits) * 1.1),
    average: maxBits + audioBits,
    codecs: 'avc1.4d401f,mp4a.40.2',
    frameRate: rate,
    bytes: statSync(join(folder, `${height}p.mp4`)).size,
  }))

export type Lectures = {
  courseId: string
  streamed: string
  progressive: string
  /** so that the next run begins at the beginning */
  deletePositions: () => Promise<void>
}

/**
 * Puts the media into a demo server's store: into the second lecture of a course that the demo student has, with its stream, and
 * into the third, without one.
 */
export async function fillLectures(serverFolder: string, databaseUrl: string): Promise<Lectures> {
  const folder = makeMedia()
  const store = join(dataDirIn(serverFolder), 'media')
  const streamId = randomUUID()
  mkdirSync(join(store, 'streams', streamId), { recursive: true })
  for (const { height } of ladder)
    for (const ending of ['mp4', 'm3u8'])
      copyFileSync(join(folder, `${height}p.${ending}`), join(store, 'streams', streamId, `${height}p.${ending}`))
  copyFileSync(join(folder, 'storyboard-0.webp'), join(store, 'streams', streamId, 'storyboard-0.webp'))
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ course_id: string; id: string; video_id: string }>(
      `select lectures.course_id, lectures.id, lectures.video_id from lectures
       join enrolments using (course_id) join users on users.id = enrolments.user_id
       where users.email = 'student@demo.example' and lectures.video_id is not null
       order by lectures.course_id, lectures.position limit 3`,
    )
    const [, streamed, progressive] = rows
    if (!streamed || !progressive || streamed.course_id !== progressive.course_id)
      throw new Error('the demo student has no course of three lectures with videos')
    // lectures of the demo may share a video
    for (const lecture of [streamed, progressive]) {
      const id = randomBytes(12).toString('hex')
      copyFileSync(join(folder, 'original.mp4'), join(store, 'videos', id))
      await client.query(
        `insert into videos (id, owner_id, content_type, bytes, created_at, duration_seconds)
         select $1, owner_id, 'video/mp4', $2, now(), $3 from videos where id = $4`,
        [id, statSync(join(folder, 'original.mp4')).size, seconds, lecture.video_id],
      )
      await client.query('update lectures set video_id = $1 where id = $2', [id, lecture.id])
      lecture.video_id = id
    }
    const storyboard = { columns: 10, rows: 10, width: 160, height: 90, seconds: 5, count: seconds / 5 }
    await client.query(
      `update videos set stream_id = $1, stream_state = 'ready', renditions = $2, storyboard = $3 where id = $4`,
      [streamId, JSON.stringify(renditions(folder)), JSON.stringify(storyboard), streamed.video_id],
    )
    const chapters = [
      { start: 0, title: 'Beginning' },
      { start: 20, title: 'Middle' },
      { start: 40, title: 'End' },
    ]
    await client.query(`update lectures set chapters = $1 where id = $2`, [JSON.stringify(chapters), streamed.id])
    const lectureIds = [streamed.id, progressive.id]
    return {
      courseId: streamed.course_id,
      streamed: streamed.id,
      progressive: progressive.id,
      deletePositions: async () => {
        const connection = new Client({ connectionString: databaseUrl })
        await connection.connect()
        await connection.query('delete from lecture_progress where lecture_id = any($1)', [lectureIds])
        await connection.end()
      },
    }
  } finally {
    await client.end()
  }
}
