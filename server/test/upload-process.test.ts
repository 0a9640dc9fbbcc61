import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programEnv } from './support/program-env.ts'
import { copyTemplate } from './support/services/test-database.ts'
import { beginLecture } from './support/video/begin-lecture.ts'
import { uploadWithInterruptions, writeVideo } from './support/video/interrupted-upload.ts'

let dataDir: string
let child: ChildProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vc-upload-process-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the server as an operator does; returns its origin. */
async function start(): Promise<string> {
  const env = { ...programEnv(), DATA_DIR: dataDir, SEED: 'none', PORT: '0', ROLE: 'worker' }
  child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface(child.stdout)) {
    const found = /running: (http\S+)/.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error('the server ended')
}

test('a video survives a silent connection, a closed client and a server killed with -9', async () => {
  await copyTemplate(dataDir)
  let origin = await start()
  const path = join(dataDir, 'lesson.mp4')
  const video = readFileSync(join(import.meta.dirname, 'fixtures/small.mp4'))
  const sha256 = await writeVideo(path, video, 24_000_000)
  const server = {
    origin: () => origin,
    async killAndRestart() {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
      origin = await start()
    },
  }
  const { cookie, lectureId } = await beginLecture(origin)
  const arrived = await uploadWithInterruptions({ server, cookie, lectureId, path, sha256 })
  expect(arrived.sha256).toBe(sha256)
  // each time it went on, and did not begin again
  expect(arrived.wentOn.map((offset) => offset > 1_000_000)).toEqual([true, true, true])
}, 240_000)
