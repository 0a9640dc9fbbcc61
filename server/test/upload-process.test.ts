import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from './support/services/server-process.ts'
import { beginLecture } from './support/video/begin-lecture.ts'
import { uploadWithInterruptions, writeVideo } from './support/video/interrupted-upload.ts'

let server: ServerProcess
beforeEach(async () => {
  server = await startServerProcess()
}, 120_000)
afterEach(() => server.close())

test('a video survives a silent connection, a closed client and a server killed with -9', async () => {
  const path = join(server.dataDir, 'lesson.mp4')
  const video = readFileSync(join(import.meta.dirname, 'fixtures/small.mp4'))
  const sha256 = await writeVideo(path, video, 24_000_000)
  const { cookie, lectureId } = await beginLecture(server.origin())
  const arrived = await uploadWithInterruptions({ server, cookie, lectureId, path, sha256 })
  expect(arrived.sha256).toBe(sha256)
  // each time it went on, and did not begin again
  expect(arrived.wentOn.map((offset) => offset > 1_000_000)).toEqual([true, true, true])
}, 240_000)
