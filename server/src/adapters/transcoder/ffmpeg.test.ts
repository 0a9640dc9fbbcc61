import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { MadeStream } from '#ports/transcoder.ts'
import { inAll, isWhole } from '#test/support/in-all.ts'
import { ffmpegTranscoder, missingPrograms } from './ffmpeg.ts'
import { readProbe } from './probe.ts'

const root = mkdtempSync(join(tmpdir(), 'transcoder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const small = new URL('../../../test/fixtures/small.mp4', import.meta.url).pathname
const transcoder = ffmpegTranscoder()
const grab = (path: string, contentType = 'video/mp4', atSeconds = 0) =>
  transcoder.grab({ path, contentType }, atSeconds)
const make = (name: string, ...args: string[]): string => {
  const path = join(root, name)
  const made = spawnSync('ffmpeg', ['-v', 'error', ...args, '-y', path])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr} (install it: apt-get install ffmpeg)`)
  return path
}
const picture = (size: string, seconds: number, rate = 25) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=s=${size}:r=${rate}:d=${seconds}`,
]
const tone = (seconds: number, volume = 0.1) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds},volume=${volume}`]
const quick = ['-c:v', 'libx264', '-preset', 'ultrafast']
const write = (name: string, content: string | Uint8Array): string => {
  const path = join(root, name)
  writeFileSync(path, content)
  return path
}
/** Sets a rotation of 90 degrees in the track header, as phones do. */
function turn(path: string): string {
  const bytes = readFileSync(path)
  const matrix = bytes.indexOf('tkhd') + 44
  const one = 0x10000
  for (const [index, value] of [0, one, 0, -one, 0, 0].entries()) bytes.writeInt32BE(value, matrix + 4 * index)
  writeFileSync(path, bytes)
  return path
}
const ask = (path: string, entries: string) =>
  spawnSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path], {
    encoding: 'utf8',
  }).stdout.trim()

/** Makes a stream as the worker does. */
async function stream(
  path: string,
  contentType = 'video/mp4',
): Promise<MadeStream & { folder: string; percents: number[] }> {
  const folder = mkdtempSync(join(root, 'stream-'))
  const source = { path, contentType }
  const facts = await transcoder.probe(source)
  const percents: number[] = []
  const made = await transcoder.makeStream(source, facts, { folder, onProgress: (percent) => percents.push(percent) })
  for (const { name } of made.files) expect(statSync(join(folder, name)).size).toBeGreaterThan(0)
  return { ...made, folder, percents }
}

describe('a picture of a video', () => {
  test('is a PNG of the video’s size', async () => {
    const png = await grab(small)
    expect((await sharp(png ?? new Uint8Array()).metadata()).format).toBe('png')
  })

  test('is at most 1280 pixels wide and high, with the rotation applied', async () => {
    const wide = make('wide.mp4', '-f', 'lavfi', '-i', 'color=blue:s=1440x810:r=5:d=1', ...quick)
    const high = make(
      'high.webm',
      '-f',
      'lavfi',
      '-i',
      'color=red:s=720x1600:r=5:d=1',
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
    )
    const size = async (path: string, type: string) => {
      const { width, height } = await sharp((await grab(path, type)) ?? new Uint8Array()).metadata()
      return [width, height]
    }
    expect(await size(wide, 'video/mp4')).toEqual([1280, 720])
    expect(await size(high, 'video/webm')).toEqual([576, 1280])
  })

  test('is null after the end, for a file that is not a video or has an unknown type, and for a name that looks like an option', async () => {
    expect(await grab(small, 'video/mp4', 5000)).toBeNull()
    const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'
    for (const content of inAll([playlist], ['', 'hello', "ffconcat version 1.0\nfile '/etc/passwd'\n"])) {
      const path = write('odd.bin', content)
      expect([await grab(path), await grab(path, 'video/webm')]).toEqual([null, null])
    }
    expect(await grab(small, 'application/vnd.apple.mpegurl')).toBeNull()
    expect(await grab(join(root, 'gone.mp4'))).toBeNull()
    expect(await grab('-version')).toBeNull()
  })
})

describe('a stream', () => {
  test.skipIf(!isWhole)(
    'of the most detailed picture plays with its sound over a connection of 400 kbit/s',
    async () => {
      const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=16:a=0.3']
      const restless = ['-vf', 'noise=alls=60:allf=t', ...quick, '-crf', '10']
      const path = make('restless.mp4', ...picture('426x240', 16), ...noise, ...restless)
      const [low] = (await stream(path)).renditions
      expect(low).toMatchObject({ height: 240 })
      expect(low?.average).toBeGreaterThan(250_000)
      expect(low?.average).toBeLessThan(385_000)
    },
  )

  test('has renditions up to the size of the source, with key frames at the same times, each one playable file', async () => {
    // bars that stand still: encoding them is what this test costs
    const bars = ['-f', 'lavfi', '-i', 'smptehdbars=s=1280x720:r=60:d=4.6']
    const source = make('hd.mp4', ...bars, ...tone(4.6), ...quick, '-c:a', 'aac', '-shortest')
    const { renditions, storyboard, files, folder, percents } = await stream(source)
    expect(
      renditions.map(({ height, resolution, codecs, frameRate }) => [height, resolution, codecs, frameRate]),
    ).toEqual([
      [240, '426x240', expect.stringMatching(/^avc1\.4d[0-9a-f]{4},mp4a\.40\.2$/), 30],
      [360, '640x360', expect.stringMatching(/^avc1\.4d[0-9a-f]{4},mp4a\.40\.2$/), 30],
      [720, '1280x720', expect.stringMatching(/^avc1\.64[0-9a-f]{4},mp4a\.40\.2$/), 30],
    ])
    expect(files.map(({ name }) => name).sort()).toEqual(readdirSync(folder).sort())
    const keyFrames = renditions.map(({ height }) =>
      ask(join(folder, `${height}p.mp4`), 'packet=stream_index,pts_time,flags')
        .split('\n')
        .filter((line) => /^0,[\d.]+,K/.test(line))
        .map((line) => Number(line.split(',')[1]).toFixed(0)),
    )
    expect(keyFrames).toEqual(renditions.map(() => ['0', '4']))
    for (const { height, bytes, bandwidth, average } of renditions) {
      const playlist = readFileSync(join(folder, `${height}p.m3u8`), 'utf8')
      expect(playlist.match(/#EXTINF/g)).toHaveLength(2)
      expect(playlist).toContain('#EXT-X-ENDLIST')
      expect(statSync(join(folder, `${height}p.mp4`)).size).toBe(bytes)
      expect([bandwidth >= average, average > 10_000, average < 5_000_000]).toEqual([true, true, true])
      expect(Number(ask(join(folder, `${height}p.mp4`), 'format=duration'))).toBeCloseTo(4.6, 0)
    }
    expect(storyboard).toEqual({ columns: 10, rows: 10, width: 160, height: 90, seconds: 2, count: 3 })
    const sheet = await sharp(join(folder, 'storyboard-0.webp')).metadata()
    expect([sheet.format, sheet.width, sheet.height]).toEqual(['webp', 1600, 900])
    expect(percents.every((percent) => percent >= 0 && percent < 100)).toBe(true)
  })

  test('has the same loudness for quiet and for loud speech', async () => {
    const levels = []
    for (const volume of [0.2, 4]) {
      const source = make('sound.mp4', ...picture('64x48', 3), ...tone(3, volume), ...quick, '-c:a', 'aac', '-shortest')
      const { folder } = await stream(source)
      const said = spawnSync('ffmpeg', [
        '-nostats',
        '-i',
        join(folder, '240p.mp4'),
        '-af',
        'ebur128=framelog=verbose',
        '-f',
        'null',
        '-',
      ])
      levels.push(Number(/Integrated loudness:\s+I:\s+(-?[\d.]+)/.exec(said.stderr.toString())?.[1]))
    }
    for (const level of levels) expect(Math.abs(level + 16)).toBeLessThan(3)
  })

  test('of a portrait, rotated, anamorphic, odd-sized, tiny or silent video keeps its proportions and has even sizes', async () => {
    const turned = turn(make('turned.mp4', ...picture('320x180', 1, 10), ...quick))
    const always: [() => string, string][] = [
      [() => turned, '180x320'],
      [() => make('wide-pixels.mp4', ...picture('360x288', 1, 10), ...quick, '-vf', 'setsar=16/11'), '426x234 524x288'],
      [() => make('odd.webm', ...picture('321x243', 1, 10), '-c:v', 'libvpx', '-deadline', 'realtime'), '318x240'],
    ]
    const more: [() => string, string][] = [
      [() => make('upright.mp4', ...picture('540x960', 1, 10), ...quick), '240x426 360x640 540x960'],
      [() => make('tiny.mp4', ...picture('64x36', 1, 10), ...quick), '64x36'],
    ]
    for (const [prepare, sizes] of inAll(always, more)) {
      const path = prepare()
      const { renditions } = await stream(path, path.endsWith('webm') ? 'video/webm' : 'video/mp4')
      expect([path, renditions.map(({ resolution }) => resolution).join(' ')]).toEqual([path, sizes])
      expect(renditions[0]?.codecs).not.toContain('mp4a')
    }
  })

  test('ends all its processes when it is canceled', async () => {
    const busy = write('busy', '#!/bin/sh\nwhile :; do echo x >> growing; echo frame=1; sleep 0.05; done\n')
    chmodSync(busy, 0o755)
    const folder = mkdtempSync(join(root, 'stream-'))
    const leaving = new AbortController()
    const facts = { seconds: 60, width: 640, height: 360, frameRate: 25, hasAudio: false }
    const options = { folder, signal: leaving.signal, onProgress: () => leaving.abort(new Error('left')) }
    const source = { path: small, contentType: 'video/mp4' }
    await expect(ffmpegTranscoder({ ffmpeg: busy }).makeStream(source, facts, options)).rejects.toThrow('left')
    const size = statSync(join(folder, 'growing')).size
    await sleep(300)
    expect(statSync(join(folder, 'growing')).size).toBe(size)
  })
})

describe('probing a video', () => {
  const source = { path: small, contentType: 'video/mp4' }
  const script = (name: string, lines: string): string => {
    const path = write(name, `#!/bin/sh\n${lines}\n`)
    chmodSync(path, 0o755)
    return path
  }
  const probeWith = (ffprobe: string) =>
    ffmpegTranscoder({ ffprobe })
      .probe(source)
      .then(
        () => expect.fail('it was read'),
        (error: Error) => error,
      )

  test('attributes a problem to the video only if the program reports it', async () => {
    for (const gone of [join(root, 'no-such-program'), script('unlinked', 'exit 127'), script('no-fork', 'exit 2')])
      expect(await probeWith(gone)).toMatchObject({ name: 'WorkerProblem', reach: 'all' })
    const killed = await probeWith(script('killed', 'kill -KILL $$'))
    expect(killed).toMatchObject({ name: 'VideoProblem', refused: false })
    const refused = await probeWith(script('refusing', 'echo "Invalid data" >&2; exit 1'))
    expect(refused).toMatchObject({ name: 'VideoProblem', refused: true, cause: 'Invalid data\n' })
  })

  test('does not attribute it to the video when the program has disappeared', async () => {
    const facts = await transcoder.probe(source)
    const gone = ffmpegTranscoder({ ffmpeg: join(root, 'no-such-program') })
    const made = gone.makeStream(source, facts, { folder: mkdtempSync(join(root, 'stream-')) })
    await expect(made).rejects.toMatchObject({ name: 'WorkerProblem', reach: 'all' })
  })

  test.skipIf(!isWhole)('uses the first readable sound track, also of old cameras', async () => {
    const old = ['-f', 'mov', '-c:a', 'pcm_mulaw', '-ar', '8000', '-ac', '1']
    const camera = make('camera.mp4', ...picture('64x36', 2), ...tone(2), ...quick, ...old)
    const { renditions, folder } = await stream(camera)
    expect(renditions[0]?.codecs).toContain('mp4a')
    expect(Number(ask(join(folder, '240p.mp4'), 'format=duration'))).toBeCloseTo(2, 0)

    const maps = ['-map', '0:v', '-map', '1:a', '-map', '2:a']
    const two = make('two.mp4', ...picture('64x36', 2), ...tone(2, 0), ...tone(2, 1), ...quick, ...maps, '-c:a', 'aac')
    const bytes = readFileSync(two)
    /** Changes the codec of a sound track to an unknown one, as those of new phones may be. */
    const renameSound = (from: number) => {
      const at = bytes.indexOf('mp4a', from)
      bytes.write('xpac', at, 'latin1')
      bytes.write('xsds', bytes.indexOf('esds', at), 'latin1')
    }
    renameSound(0)
    const facts = await transcoder.probe({ path: write('two-sounds.mp4', bytes), contentType: 'video/mp4' })
    expect(facts).toMatchObject({ hasAudio: true, audioTrack: 1 })
    const played = await stream(join(root, 'two-sounds.mp4'))
    expect(played.renditions[0]?.codecs).toContain('mp4a')

    renameSound(bytes.lastIndexOf('soun'))
    const mute = await transcoder.probe({ path: write('mute.mp4', bytes), contentType: 'video/mp4' })
    expect(mute).toMatchObject({ hasAudio: false, warning: expect.stringContaining('qualities are silent') })
  })

  test('names an unsupported codec of the sound', async () => {
    const path = make('rare.mkv', ...picture('64x36', 1), ...tone(1), ...quick, '-c:a', 'wmav2', '-f', 'matroska')
    await expect(transcoder.probe({ path, contentType: 'video/webm' })).rejects.toMatchObject({
      refused: true,
      message: expect.stringContaining('of the kind wmav2, which is not supported'),
    })
  })

  test('refuses videos that would keep a worker busy for days', () => {
    const said = (width: number, height: number, seconds: number, rate = '30/1') =>
      JSON.stringify({
        streams: [{ codec_type: 'video', codec_name: 'h264', width, height, avg_frame_rate: rate, r_frame_rate: rate }],
        format: { duration: seconds },
      })
    expect(readProbe(said(1920, 1080, 12 * 3600)).seconds).toBe(43_200)
    expect(readProbe(said(3840, 2160, 3 * 3600)).width).toBe(3840)
    for (const text of [said(7680, 4320, 7200), said(3840, 2160, 12 * 3600), said(1920, 1080, 8 * 3600, '120/1')])
      expect(() => readProbe(text)).toThrow(/too long for its picture/)
  })
})

test('missing programs are named', () => {
  expect(missingPrograms()).toBeNull()
  expect(missingPrograms({ ffmpeg: join(root, 'no-such-program') })).toBe('ffmpeg was not found')
  expect(missingPrograms({ ffprobe: join(root, 'no-such-program') })).toBe('ffprobe was not found')
  const poor = write('poor', '#!/bin/sh\necho " A....D aac                  AAC"\n')
  chmodSync(poor, 0o755)
  expect(missingPrograms({ ffmpeg: poor })).toBe('ffmpeg was built without libx264, libwebp')
})
