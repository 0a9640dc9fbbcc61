import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, mediaPeer } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { janusMedia } from '#adapters/live-media/janus/janus.ts'
import { ffmpegLiveMixer } from '#adapters/live-mixer/ffmpeg.ts'
import { startMixing } from '#features/live/index.ts'
import type { MediaDescription, MediaServers, StreamKind } from '#ports/live-media.ts'
import { listen, until } from './support/connect-socket.ts'
import { createTestApp } from './support/create-test-app.ts'
import { makeClass, openTab, startLive } from './support/live/live-room.ts'
import { type MediaPeers, openMediaPeers } from './support/live/media-peers.ts'
import { type JanusServer, janusMissing, startJanus } from './support/services/janus-server.ts'

const missing = janusMissing()
const host: StreamKind[] = ['audio', 'camera', 'screen', 'screenAudio']
const speaker: StreamKind[] = ['audio', 'camera']

/** Loudness of a part of a video's sound in decibels, and brightness of its picture at a second. */
function readPart(path: string, second: number): { decibels: number; brightness: number } {
  const run = (...args: string[]) =>
    spawnSync('ffmpeg', ['-ss', String(second), '-i', path, ...args], { encoding: 'buffer' })
  const said = run('-t', '1', '-af', 'volumedetect', '-vn', '-f', 'null', '-').stderr.toString()
  const pixels = run('-frames:v', '1', '-vf', 'scale=16:9,format=gray', '-f', 'rawvideo', 'pipe:1').stdout
  return {
    decibels: Number(/mean_volume: (-?[\d.]+) dB/.exec(said)?.[1] ?? Number.NaN),
    brightness: pixels.reduce((sum, value) => sum + value, 0) / Math.max(1, pixels.length),
  }
}

describe.skipIf(missing !== null)(missing ?? 'a class that a real Janus records', () => {
  let janus: JanusServer
  let media: MediaServers
  let peers: MediaPeers
  beforeAll(async () => {
    janus = await startJanus()
    const addresses = [{ name: 'one', url: janus.url, secret: janus.secret }]
    media = janusMedia({ addresses, recordings: janus.recordings }, { warn: () => {} })
  })
  afterAll(async () => {
    await peers?.close()
    await media?.close()
    await janus?.close()
  })

  test('is what its educator starts and stops, in a small session too, which moves to the media server for it', async () => {
    const liveMixer = ffmpegLiveMixer({ folder: janus.recordings, nice: 0 })
    const config = { JANUS_RECORDINGS_DIR: janus.recordings }
    const app = await createTestApp({ config, overrides: { liveMedia: media, liveMixer } })
    onTestFinished(() => app.close())
    const made = await makeClass(app, 1)
    const params = { lectureId: made.lecture._id }
    const roomId = await startLive(made)
    const tab = await openTab(await listen(app.server), made.educator)
    onTestFinished(() => void tab.socket.disconnect())
    peers = await openMediaPeers((_, candidate) => {
      tab.socket.emit('ice-candidate', { candidate, to: mediaPeer, roomId })
    })
    const { peerId, room } = await tab.enter(roomId, { forwarded: true, audio: true, video: true })
    expect(room.media).toBe('mesh')
    // the files have the time of Janus in their names
    app.clock.ms = Date.now()
    await made.educator.call(api.recordings.start, { params })
    await until(() => tab.got('media-ready').length === 1)
    await tab.send('offer', { offer: await peers.send(peerId, host), to: mediaPeer, roomId })
    await until(() => tab.got('answer').length === 1)
    const [{ answer }] = tab.got('answer') as [{ answer: MediaDescription }] // the contract of the event
    await peers.takeAnswer(peerId, answer)
    await sleep(5000)
    app.clock.ms = Date.now()
    await made.educator.call(api.recordings.stop, { params })
    await sleep(2000)
    await app.deps.db.updateTable('live_recordings').set({ mix_lease_until: null }).execute()
    const worker = startMixing(app.deps)
    onTestFinished(() => worker.stop())
    await worker.run()
    const { recordings } = await made.educator.call(api.recordings.list, { params })
    expect(recordings).toMatchObject([{ state: 'ready', stoppedBy: 'asked', problem: null }])
    expect(recordings[0]?.seconds).toBeGreaterThan(3)
    expect(recordings[0]?.seconds).toBeLessThan(8)
  }, 120_000)

  test('becomes a video with picture and sound, who comes while it runs included, also when Janus is killed', async () => {
    const room = await media.openRoom(new Map())
    const part = await media.enter(room, { offered: () => {}, lost: () => {} })
    await peers.close()
    peers = await openMediaPeers((peer, candidate) => void part.candidate(peer, candidate).catch(() => {}))
    const send = async (peer: string, kinds: StreamKind[]): Promise<void> =>
      peers.takeAnswer(peer, await part.publish(peer, await peers.send(peer, kinds), kinds))
    await send('teacher', host)
    await sleep(1000)
    const from = new Date()
    await part.record(true)
    await sleep(3000)
    await send('asha', speaker)
    await sleep(4000)
    const until = new Date()
    await sleep(1500)
    await janus.kill()

    const mixer = ffmpegLiveMixer({ folder: janus.recordings, nice: 0 })
    const files = await mixer.list({ room: String(room.room), from: new Date(from.getTime() - 1000), to: until })
    expect(files.map(({ sender, what }) => `${sender} ${what}`).sort()).toEqual([
      'asha audio',
      'asha camera',
      'teacher audio',
      'teacher camera',
      'teacher screen',
      'teacher screenAudio',
    ])
    const folder = join(janus.recordings, 'work')
    const { path, seconds, startedAt } = await mixer.mix(files, { folder, hosts: new Set(['teacher']), until })
    expect(Math.abs(startedAt.getTime() - from.getTime())).toBeLessThan(1500)
    // nothing of what was sent after its end
    expect(startedAt.getTime() + seconds * 1000).toBeLessThan(until.getTime() + 100)
    expect(seconds).toBeGreaterThan(5)
    for (const second of [1, 5]) {
      const { decibels, brightness } = readPart(path, second)
      expect(decibels).toBeGreaterThan(-45)
      expect(brightness).toBeGreaterThan(35)
    }
  }, 120_000)
})
