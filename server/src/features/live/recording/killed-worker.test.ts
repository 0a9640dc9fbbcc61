import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@virtual-courses/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ffmpegLiveMixer } from '#adapters/live-mixer/ffmpeg.ts'
import { createTestApp } from '#test/support/create-test-app.ts'
import { makeClass, startLive } from '#test/support/live/live-room.ts'
import { beeps, flashes, readMarkers, writeMjr } from '#test/support/live/make-recording.ts'
import { startServerProcess } from '#test/support/services/server-process.ts'
import { openTestDatabase } from '#test/support/services/test-database.ts'
import { startMixing } from './mix-worker.ts'

const room = 4711
/** Seconds of the recording: its pictures take a worker some seconds. */
const seconds = 12

// two processes on one database
test.skipIf(inject('template').engine === 'embedded')(
  'a worker that is killed -9 in the middle of a mix: another makes the video, once, and nothing is left of the first',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vc-recorded-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const source = await openTestDatabase()
    onTestFinished(source.close)
    const app = await createTestApp({
      beside: { ...source, close: async () => {} },
      config: { JANUS_RECORDINGS_DIR: folder },
      overrides: { liveMixer: ffmpegLiveMixer({ folder, nice: 0 }) },
    })
    onTestFinished(() => app.close())
    const { db } = app.deps
    const made = await makeClass(app, 1)
    const roomId = await startLive(made)
    const forwarded = { media: 'forwarded', media_server: 'one', media_room: room } as const
    await db.updateTable('live_sessions').set(forwarded).where('id', '=', roomId).execute()
    const params = { lectureId: made.lecture._id }
    await made.educator.call(api.recordings.start, { params })
    const from = app.clock.ms + 100
    const stream = { sender: 'teacher', from }
    writeMjr(folder, String(room), { ...stream, what: 'camera', frames: flashes({ from, seconds }) })
    writeMjr(folder, String(room), { ...stream, what: 'audio', frames: beeps({ from, seconds }) })
    app.clock.ms += (seconds + 1) * 1000
    await made.educator.call(api.recordings.stop, { params })

    const env = { ROLE: 'worker', JANUS_RECORDINGS_DIR: folder }
    await db.updateTable('live_recordings').set({ mix_lease_until: null }).execute()
    const killed = await startServerProcess({ beside: source, env })
    onTestFinished(killed.close)
    const work = join(killed.dataDir, 'recording-work')
    const pieces = (): string[] => {
      try {
        return readdirSync(work).flatMap((name) => readdirSync(join(work, name)))
      } catch {
        return []
      }
    }
    await expect
      .poll(() => pieces().some((name) => name.startsWith('v0')), { timeout: 30_000, interval: 10 })
      .toBe(true)
    await killed.kill()
    const list = async () => (await made.educator.call(api.recordings.list, { params })).recordings
    expect(await list()).toMatchObject([{ state: 'mixing' }])
    expect(pieces()).not.toEqual([])

    // a minute later
    await db
      .updateTable('live_recordings')
      .set({ mix_lease_until: new Date(0) })
      .execute()
    const other = startMixing(app.deps)
    onTestFinished(() => other.stop())
    await other.run()
    const [recording] = await list()
    expect(recording).toMatchObject({ state: 'ready', problem: null })
    expect(Math.abs((recording?.seconds ?? 0) - seconds)).toBeLessThan(1)
    const videos = async () => (await db.selectFrom('videos').select('id').execute()).map(({ id }) => id)
    const [video, ...more] = await videos()
    expect(more).toEqual([])
    const stored = readdirSync(join(app.dataDir, 'media'), { recursive: true }).map(String)
    const path = stored.find((name) => name.includes(video ?? 'none'))
    const markers = readMarkers(join(app.dataDir, 'media', path ?? 'none'))
    expect(markers.flashes.length).toBeGreaterThan(seconds - 3)
    expect(markers.beeps.length).toBeGreaterThan(seconds - 3)

    await killed.killAndRestart()
    await expect.poll(() => pieces(), { timeout: 20_000 }).toEqual([])
    expect(readdirSync(join(app.dataDir, 'recording-work'))).toEqual([])
    expect(await list()).toEqual([recording])
    expect(await videos()).toEqual([video])
  },
)
