import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startSwift } from '../server/test/support/services/swift-server.ts'
import { beginLecture } from '../server/test/support/video/begin-lecture.ts'
import { uploadWithInterruptions, writeVideo } from '../server/test/support/video/interrupted-upload.ts'
import type { Server } from './lib/child.ts'
import { exitWithUsage, requireLinux } from './lib/command.ts'
import { treeMemory } from './lib/machine.ts'
import { startOurServer } from './lib/our-server.ts'
import { table } from './lib/report.ts'

/**
 * A video in parts, interrupted by a silent connection, a closed client and a server that is killed with -9: whether it arrives as it was
 * sent, and how much memory the server takes above idle. The store in a bucket is OpenStack Swift.
 */
const usage = 'npm run bench -- uploads [--megabytes 300] [--store disk|s3]'
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '300' },
    store: { type: 'string', multiple: true, default: ['disk', 's3'] },
    help: { type: 'boolean', default: false },
  },
})
const megabytes = Number(values.megabytes)
if (values.help) exitWithUsage(usage)
if (!Number.isInteger(megabytes) || megabytes < 10) exitWithUsage(usage, 'megabytes is a whole number from 10')
requireLinux()

const sampleMs = 25
/** Memory above idle that is allowed. */
const allowedMb = 100
const idleMs = 8000
const mb = (bytes: number): number => Math.round(bytes / 1e6)

/** A server whose memory is watched, also after it was killed and started again. */
async function watchedServer(folder: string, env: Record<string, string>) {
  const start = (): Promise<Server> => startOurServer({ folder, profile: false, env })
  let server = await start()
  let idle = 0
  let above = 0
  let peak = 0
  const beIdle = async (): Promise<void> => {
    await sleep(idleMs)
    idle = treeMemory(server.pid).rssBytes
  }
  await beIdle()
  let watching = true
  const timer = setInterval(() => {
    if (!watching) return
    const { rssBytes } = treeMemory(server.pid)
    peak = Math.max(peak, rssBytes)
    above = Math.max(above, rssBytes - idle)
  }, sampleMs)
  return {
    origin: () => server.origin,
    async killAndRestart() {
      watching = false
      process.kill(server.pid, 'SIGKILL')
      while (!server.ended()) await sleep(20)
      server = await start()
      await beIdle()
      watching = true
    },
    async stop() {
      clearInterval(timer)
      await server.stop()
      return { idle, peak, above }
    },
  }
}

const rows = [
  ['store', 'sent', 'time', 'went on at', 'SHA-256', 'idle RSS', 'peak RSS', `above idle (< ${allowedMb} MB)`],
]
let failed = false
const folder = mkdtempSync(join(tmpdir(), 'bench-uploads-'))
try {
  const path = join(folder, 'lesson.mp4')
  const small = readFileSync(resolve(import.meta.dirname, '../server/test/fixtures/small.mp4'))
  const sha256 = await writeVideo(path, small, megabytes * 1_000_000)
  for (const store of values.store) {
    const swift = store === 's3' ? await startSwift() : null
    const bucket = swift?.options
    const env: Record<string, string> = bucket
      ? {
          STORAGE: 's3',
          S3_ENDPOINT: bucket.endpoint,
          S3_REGION: bucket.region,
          S3_BUCKET: bucket.bucket,
          S3_ACCESS_KEY_ID: bucket.accessKeyId,
          S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        }
      : {}
    const server = await watchedServer(join(folder, store), env)
    try {
      const { cookie, lectureId } = await beginLecture(server.origin())
      const began = performance.now()
      const arrived = await uploadWithInterruptions({ server, cookie, lectureId, path, sha256 })
      const seconds = (performance.now() - began) / 1000
      await sleep(2000)
      const { idle, peak, above } = await server.stop()
      const same = arrived.sha256 === sha256
      failed ||= !same || mb(above) > allowedMb
      rows.push([
        store,
        `${megabytes} MB`,
        `${seconds.toFixed(0)} s`,
        arrived.wentOn.map((offset) => `${mb(offset)}`).join(', '),
        same ? 'the same' : 'ANOTHER',
        `${mb(idle)} MB`,
        `${mb(peak)} MB`,
        `${mb(above)} MB`,
      ])
    } finally {
      await server.stop()
      await swift?.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(table(rows))
process.exit(failed ? 1 : 0)
