import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { migrate, openDatabase } from '../../server/src/db/open-database.ts'
import { bareEnvironment } from '../lib/child.ts'
import { startCluster } from '../lib/postgres.ts'
import { median, table } from '../lib/report.ts'

/**
 * What the stream of a video costs beside plain ffmpeg with the same settings, how four lectures share the machine, and what a worker that
 * is killed in the middle loses. `npm run bench -- ladder`; `--seconds` of video (default 60), `--rounds` (default 3).
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } },
})
const seconds = Number(values.seconds)
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'bench-ladder-'))
chmodSync(folder, 0o755) // PostgreSQL does not run as root
const source = join(folder, 'source.mp4')
const quiet = () => {}

const picture = `testsrc2=s=1280x720:r=30:d=${seconds},noise=alls=6:allf=t`
const made = spawnSync('ffmpeg', [
  ...['-v', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=f=330:d=${seconds},volume=0.5`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '5M', '-c:a', 'aac', '-b:a', '160k', '-shortest', source],
])
if (made.status !== 0) throw new Error('ffmpeg is missing, or cannot make the video: apt-get install ffmpeg')

/** The same renditions by ffmpeg alone: one process that encodes the sound as often as ours, nothing measured before, no thumbnails. */
const rungs = [
  { height: 240, size: '426:240', bits: 300, profile: 'main' },
  { height: 360, size: '640:360', bits: 700, profile: 'main' },
  { height: 720, size: '1280:720', bits: 2500, profile: 'high' },
]
function plain(): { wall: number; cpu: number } {
  const output = mkdtempSync(join(folder, 'plain-'))
  const filters = `[0:v]fps=30,split=3${rungs.map(({ height }) => `[s${height}]`).join('')};${rungs.map(({ height, size }) => `[s${height}]scale=${size},format=yuv420p[v${height}]`).join(';')}`
  const hls = 'f=hls:hls_time=4:hls_playlist_type=vod:hls_segment_type=fmp4:hls_flags=single_file+independent_segments'
  const outputs = rungs.map(
    ({ height }, at) =>
      `[select=\\'v:${at},a:${at === 0 ? 0 : 1}\\':${hls}:hls_segment_filename=${height}p.mp4]${height}p.m3u8`,
  )
  const encoded = [
    ...rungs.flatMap(({ height }) => ['-map', `[v${height}]`]),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', '1', '-sc_threshold', '0', '-g', '120'],
    ...['-force_key_frames', 'expr:gte(t,n_forced*4)'],
    ...rungs.flatMap(({ bits, profile }, at) => [
      ...[`-profile:v:${at}`, profile, `-maxrate:v:${at}`, `${bits}k`, `-bufsize:v:${at}`, `${2 * bits}k`],
    ]),
    // as many sounds as ours: a small one for 240p, and one for the others
    ...['-map', '0:a', '-map', '0:a', '-c:a', 'aac', '-b:a:0', '48000', '-b:a:1', '96k', '-ac', '2', '-ar', '48000'],
    ...['-flags', '+global_header', '-f', 'tee', outputs.join('|')],
  ]
  const args = ['-v', 'error', '-nostdin', '-filter_complex_threads', '1', '-threads', '1', '-i', source]
  const all = [...args, '-filter_complex', filters, ...encoded]
  const script = 'TIMEFORMAT="%R %U %S"; time "$@"'
  const ran = spawnSync('bash', ['-c', script, 'bash', 'ffmpeg', ...all], { cwd: output, encoding: 'utf8' })
  const [wall = 0, user = 0, system = 0] = ran.stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  if (ran.status !== 0) throw new Error(ran.stderr)
  rmSync(output, { recursive: true })
  return { wall, cpu: user + system }
}

const cluster = await startCluster(folder)
let databases = 0
/** A site with so many queued videos. */
async function openSite(videos: number): Promise<{ env: Record<string, string>; media: string; url: string }> {
  const url = await cluster.createDatabase(`ladder_${databases++}`)
  const data = join(folder, `data-${databases}`)
  const media = join(data, 'media')
  mkdirSync(join(media, 'videos'), { recursive: true })
  const { db, close } = openDatabase({ connectionString: url, max: 1 }, quiet)
  await migrate(db)
  const now = new Date()
  const owner = { id: 'asha', name: 'Asha', email: 'asha@bench.example', role: 'educator' as const, created_at: now }
  await db.insertInto('users').values(owner).execute()
  for (let number = 0; number < videos; number++) {
    const id = `video${number}`
    copyFileSync(source, join(media, 'videos', id))
    const row = {
      id,
      owner_id: 'asha',
      content_type: 'video/mp4',
      bytes: 1,
      duration_seconds: seconds,
      created_at: now,
    }
    await db
      .insertInto('videos')
      .values({ ...row, stream_state: 'waiting', stream_queued_at: now })
      .execute()
  }
  await close()
  const env = { ...bareEnvironment(), NODE_ENV: 'test', SEED: 'none', ROLE: 'worker', AI_EMBEDDINGS: 'off' }
  return { env: { ...env, DATA_DIR: data, DATABASE_URL: url, VIDEO_THREADS: '1', VIDEO_NICE: '0' }, media, url }
}
const startWorker = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'worker.program.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const Done = z.object({
  wall: z.number(),
  cpu: z.number(),
  states: z.array(
    z.object({ stream_state: z.literal('ready'), stream_attempts: z.number(), stream_problem: z.null() }),
  ),
})
async function finish(worker: ChildProcess): Promise<z.output<typeof Done>> {
  const output = worker.stdout ? text(worker.stdout) : ''
  await once(worker, 'exit')
  return Done.parse(JSON.parse(await output))
}

try {
  const ours: { wall: number; cpu: number }[] = []
  const theirs: { wall: number; cpu: number }[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    theirs.push(plain())
    const { env } = await openSite(1)
    ours.push(await finish(startWorker(env)))
  }
  const of = (rows: { wall: number; cpu: number }[], key: 'wall' | 'cpu') => median(rows.map((row) => row[key]))
  const ratio = (key: 'wall' | 'cpu') => median(ours.map((row, round) => row[key] / (theirs[round]?.[key] ?? 1)))
  console.log(
    `${seconds} s of 720p, one thread, ${values.rounds} rounds; ours with loudness, thumbnails, store and database`,
  )
  console.log(
    table([
      ['', 'ours', 'plain ffmpeg', 'ratio'],
      ['wall seconds', of(ours, 'wall').toFixed(1), of(theirs, 'wall').toFixed(1), ratio('wall').toFixed(2)],
      ['CPU seconds', of(ours, 'cpu').toFixed(1), of(theirs, 'cpu').toFixed(1), ratio('cpu').toFixed(2)],
    ]),
  )

  const four = await openSite(4)
  const together = await finish(startWorker({ ...four.env, VIDEO_JOBS: '4' }))
  console.log(
    `four lectures at once: ${together.states.length} ready after ${together.wall.toFixed(1)} s, ${together.cpu.toFixed(1)} CPU s (${(together.cpu / 4 / of(ours, 'cpu')).toFixed(2)} of one alone each)`,
  )

  const shared = await openSite(1)
  const first = startWorker(shared.env)
  const { db, close } = openDatabase({ connectionString: shared.url, max: 1 }, quiet)
  for (let percent = 0; percent < 30; ) {
    await sleep(200)
    percent = (await db.selectFrom('videos').select('stream_percent').executeTakeFirstOrThrow()).stream_percent
  }
  first.kill('SIGKILL')
  await once(first, 'exit')
  const killed = performance.now()
  const second = await finish(startWorker(shared.env))
  const after = (performance.now() - killed) / 1000
  const left =
    readdirSync(join(shared.media, 'streams')).length + readdirSync(join(shared.media, '../video-work')).length
  console.log(
    `a worker killed after 30 %: another one had it ready ${after.toFixed(1)} s later, in attempt ${second.states[0]?.stream_attempts}; ${left} folder of streams, 1 is the finished one`,
  )
  await close()
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
