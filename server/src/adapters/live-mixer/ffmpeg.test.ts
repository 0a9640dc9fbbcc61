import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWhole } from '#test/support/in-all.ts'
import { beeps, flashes, readMarkers, writeMjr } from '#test/support/live/make-recording.ts'
import { isInstalled } from '../programs/run-program.ts'
import { ffmpegLiveMixer } from './ffmpeg.ts'

const root = mkdtempSync(join(tmpdir(), 'live-mixer-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const mixer = ffmpegLiveMixer({ folder: root, nice: 0 })
const begin = Date.UTC(2026, 10, 27, 10)
const room = (name: string) => ({ room: name, from: new Date(begin - 60_000), to: new Date(begin + 3_600_000) })
const hosts = new Set(['teacher'])
const until = new Date(begin + 3_600_000)
const usual = { hosts, until }

describe('a class of 20 seconds', () => {
  let markers: ReturnType<typeof readMarkers>
  let startedAt: number
  let path: string
  const progress: number[] = []
  /** seconds from the beginning of the class */
  const inClass = (seconds: number): number => seconds + (startedAt - begin) / 1000

  beforeAll(async () => {
    // sound from the first second on, off for two seconds; the camera comes late and sends a smaller layer from the twelfth second on
    const sound = {
      what: 'audio',
      sender: 'teacher',
      from: begin + 200,
      frames: beeps({ from: begin + 200, seconds: 19.5 }),
    } as const
    writeMjr(root, 'class', { ...sound, loses: (number, ms) => (ms > 7800 && ms < 9800) || number % 97 === 0 })
    const large = flashes({ from: begin + 2300, seconds: 9, size: '640x360' })
    const small = flashes({ from: begin + 11_300, seconds: 8, size: '320x180' }).map((one) => ({
      ...one,
      ms: one.ms + 9000,
    }))
    writeMjr(root, 'class', {
      what: 'camera',
      sender: 'teacher',
      from: begin + 2300,
      frames: [...large, ...small],
      loses: (number) => number === 65_100,
    })
    const other = begin + 5300
    writeMjr(root, 'class', {
      what: 'audio',
      sender: 'asks',
      from: other,
      frames: beeps({ from: other, seconds: 8, offset: 0.5, hertz: 2000 }),
    })
    const screen = begin + 14_100
    writeMjr(root, 'class', {
      what: 'screen',
      sender: 'teacher',
      from: screen,
      frames: flashes({ from: screen, seconds: 4, size: '640x480', tint: 'gray' }),
    })
    const files = await mixer.list(room('class'))
    const mixed = await mixer.mix(files, {
      folder: join(root, 'work'),
      ...usual,
      onProgress: (percent) => progress.push(percent),
    })
    startedAt = mixed.startedAt.getTime()
    path = mixed.path
    markers = readMarkers(path)
  }, 120_000)

  test('begins with the first sound, and is as long as the class', () => {
    expect(Math.abs(startedAt - begin - 200)).toBeLessThan(60)
    const { stdout } = spawnSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=codec_name,width,height,duration', '-of', 'csv=p=0', path],
      { encoding: 'utf8' },
    )
    const [picture = '', sound = ''] = stdout.trim().split('\n')
    expect(picture).toMatch(/^h264,1280,720,/)
    expect(Number(picture.split(',').at(-1))).toBeCloseTo(19.5, 0)
    expect(Math.abs(Number(sound.split(',').at(-1)) - Number(picture.split(',').at(-1)))).toBeLessThan(0.05)
    expect(progress.at(-1)).toBeGreaterThan(90)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
  })

  test('flashes and sounds when it did: late, after a gap, in another size, beside a screen', () => {
    const whole = markers.flashes.map(inClass)
    for (const second of [3, 5, 8, 10, 11, 13, 15, 17, 18])
      expect(Math.min(...whole.map((at) => Math.abs(at - second)))).toBeLessThan(0.075)
    const tones = markers.beeps.map(inClass)
    for (const second of [1, 5, 7, 11, 12, 15, 19])
      expect(Math.min(...tones.map((at) => Math.abs(at - second)))).toBeLessThan(0.06)
    // the teacher is silent from the eighth to the tenth second
    expect(tones.filter((at) => at > 8.7 && at < 9.3)).toEqual([])
    // the other speaker
    for (const second of [6.5, 9.5, 12.5])
      expect(Math.min(...tones.map((at) => Math.abs(at - second)))).toBeLessThan(0.06)
  })

  test('keeps what is made: a second call makes nothing again', async () => {
    const before = statSync(path).mtimeMs
    const files = await mixer.list(room('class'))
    await mixer.mix(files, { folder: join(root, 'work'), ...usual })
    expect(statSync(path).mtimeMs).toBe(before)
  })
})

test.skipIf(!isWhole)('goes on after an interruption, with the same result', async () => {
  const from = begin
  writeMjr(root, 'cut', { what: 'audio', sender: 'teacher', from, frames: beeps({ from, seconds: 4 }) })
  writeMjr(root, 'cut', { what: 'camera', sender: 'teacher', from, frames: flashes({ from, seconds: 2 }) })
  const files = await mixer.list(room('cut'))
  const folder = join(root, 'cut-work')
  const stop = new AbortController()
  const cut = mixer.mix(files, {
    folder,
    ...usual,
    signal: stop.signal,
    onProgress: (percent) => percent > 10 && stop.abort(new Error('stopped')),
  })
  await expect(cut).rejects.toThrow('stopped')
  const first = statSync(join(folder, 'v0.h264')).mtimeMs
  const { path, seconds } = await mixer.mix(files, { folder, ...usual })
  expect(statSync(join(folder, 'v0.h264')).mtimeMs).toBe(first)
  expect(seconds).toBeCloseTo(4, 0)
  expect(readMarkers(path).beeps.map(Math.round)).toEqual([0, 1, 2, 3])
})

test('mixes what a killed media server has written, and files of others are left out', async () => {
  const from = begin
  const path = writeMjr(root, 'killed', { what: 'audio', sender: 'teacher', from, frames: beeps({ from, seconds: 6 }) })
  truncateSync(path, Math.floor(statSync(path).size / 2))
  writeFileSync(join(root, `videoroom-killed-user-x-${begin * 1000}-video-1.mjr`), 'MJR00002\0')
  writeFileSync(join(root, `videoroom-killed-user-y-${begin * 1000}-audio-0.mjr`), readFileSync(path).fill(7, 40, 60))
  writeMjr(root, 'killed2', { what: 'audio', sender: 'teacher', from, frames: beeps({ from, seconds: 1 }) })
  const files = await mixer.list(room('killed'))
  expect(files).toHaveLength(3)
  const mixed = await mixer.mix(files, { folder: join(root, 'killed-work'), ...usual })
  expect(mixed.seconds).toBeCloseTo(3, 0)
  expect(readMarkers(mixed.path).beeps.length).toBeGreaterThanOrEqual(3)
})

test.skipIf(!isWhole)('a camera that sends what cannot be shown costs its own picture alone', async () => {
  const picture = Buffer.alloc(3000)
  picture.writeUIntBE(0x9d012a, 3, 3)
  for (const at of [6, 8]) picture.writeUInt16LE(7000, at)
  const frames = Array.from({ length: 40 }, (_, index) => ({ ms: index * 40, data: picture }))
  const teacher = { what: 'audio', sender: 'teacher', from: begin, frames: beeps({ from: begin, seconds: 2 }) } as const
  for (const stream of [teacher, { what: 'camera', sender: 'guest', from: begin + 100, frames } as const])
    writeMjr(root, 'hostile', stream)
  const files = await mixer.list(room('hostile'))
  const { seconds } = await mixer.mix(files, { folder: join(root, 'hostile-work'), ...usual })
  expect(seconds).toBeCloseTo(2, 0)
})

test('says so when nothing was recorded', async () => {
  await expect(mixer.mix([], { folder: join(root, 'none'), ...usual })).rejects.toThrow('Nothing was recorded')
})

test.skipIf(!isInstalled('janus-pp-rec'))('the recordings of these tests are such as Janus reads', () => {
  const path = writeMjr(root, 'form', {
    what: 'camera',
    sender: 'teacher',
    from: begin,
    frames: flashes({ from: begin, seconds: 2 }),
  })
  const { status, stdout } = spawnSync('janus-pp-rec', ['--json', path], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ t: 'v', c: 'vp8', d: 'camera' })
})

test.skipIf(!isWhole)(
  'picture and sound are within 150 ms over ten minutes, with clocks that drift',
  async () => {
    const seconds = 600
    const lost = (number: number): boolean => number % 211 === 0
    const sound = begin + 100
    writeMjr(root, 'long', {
      what: 'audio',
      sender: 'teacher',
      from: sound,
      frames: beeps({ from: sound, seconds }),
      loses: lost,
      drift: 60,
    })
    const camera = begin + 700
    writeMjr(root, 'long', {
      what: 'camera',
      sender: 'teacher',
      from: camera,
      frames: flashes({ from: camera, seconds }),
      loses: lost,
      drift: -60,
    })
    const files = await mixer.list(room('long'))
    const { path, startedAt } = await mixer.mix(files, { folder: join(root, 'long-work'), ...usual })
    const markers = readMarkers(path)
    const offset = (startedAt.getTime() - begin) / 1000
    const pairs = markers.flashes.map((flash) => {
      const beep = markers.beeps.reduce((best, at) => (Math.abs(at - flash) < Math.abs(best - flash) ? at : best))
      return { second: flash + offset, distance: beep - flash, late: flash + offset - Math.round(flash + offset) }
    })
    for (const third of [0, 1, 2]) {
      const here = pairs.filter(
        ({ second }) => Math.floor(second / 200) === third && Math.abs(second - Math.round(second)) < 0.2,
      )
      const distance = here.map((pair) => Math.abs(pair.distance)).sort((a, b) => a - b)
      expect(here.length).toBeGreaterThan(100)
      // where a packet with the beginning of a tone or of a flash was lost, its marker is later
      expect(distance.at(Math.floor(distance.length * 0.95))).toBeLessThan(0.15)
      expect(distance.at(Math.floor(distance.length / 2))).toBeLessThan(0.08)
    }
  },
  1_200_000,
)
