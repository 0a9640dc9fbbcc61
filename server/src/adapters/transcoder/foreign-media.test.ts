import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { MadeStream, VideoFacts } from '#ports/transcoder.ts'
import { inAll } from '#test/support/in-all.ts'
import { ffmpegTranscoder } from './ffmpeg.ts'
import { planLadder } from './ladder.ts'
import { readFields } from './probe.ts'
import { bitRates } from './read-playlist.ts'
import { packetEntries, scanPackets } from './scan.ts'

const root = mkdtempSync(join(tmpdir(), 'foreign-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const transcoder = ffmpegTranscoder()
const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
const make = (name: string, ...args: string[]): string => {
  const path = join(root, name)
  const made = run('ffmpeg', '-v', 'error', ...args, '-y', path)
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr} (install it: apt-get install ffmpeg)`)
  return path
}
const picture = (seconds: number, size = '96x64', rate = 10) => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
]
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds},volume=0.3`]
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const mp4 = [...h264, '-c:a', 'aac']
const webm = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']

type Made = MadeStream & { facts: VideoFacts; lowest: string; playlist: string }
async function stream(path: string, by = transcoder): Promise<Made> {
  const folder = mkdtempSync(join(root, 'stream-'))
  const source = { path, contentType: /webm|mkv/.test(path) ? 'video/webm' : 'video/mp4' }
  const facts = await by.probe(source)
  const made = await by.makeStream(source, facts, { folder })
  const height = made.renditions[0]?.height
  const playlist = readFileSync(join(folder, `${height}p.m3u8`), 'utf8')
  return { ...made, facts, lowest: join(folder, `${height}p.mp4`), playlist }
}
const problemOf = (path: string): Promise<unknown> =>
  stream(path).then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )
/** Returns the ends of picture and sound of a file, from their packets. */
function lengthsOf(path: string): number[] {
  const packets = scanPackets(0)
  packets.add(run('ffprobe', '-v', 'error', '-show_entries', packetEntries, '-of', 'csv=p=0', path).stdout)
  return [...packets.tracks.values()].map(({ ends }) => ends)
}
/** Returns the peak level of a part of a file, in decibels. */
function loudnessOf(path: string, from: number, seconds: number, pan = 'anull'): number {
  const part = ['-ss', String(from), '-t', String(seconds), '-i', path, '-vn']
  const { stderr } = run('ffmpeg', ...part, '-af', `${pan},volumedetect`, '-f', 'null', '-')
  return Number(/max_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -91)
}

describe('a video whose picture and sound end at different times', () => {
  type Source = [string, () => string, number]
  const withoutLength = (): string => {
    const { stdout } = spawnSync('ffmpeg', [
      ...['-v', 'error', '-i', make('off.webm', ...picture(2), ...tone(7), ...webm)],
      ...['-c', 'copy', '-f', 'webm', '-'],
    ])
    const path = join(root, 'live.webm')
    writeFileSync(path, stdout)
    return path
  }
  const always: Source[] = [
    ['a camera that is switched off', () => make('off.mp4', ...picture(1), ...tone(8), ...mp4), 8],
    ['a WebM without a length in its header', withoutLength, 7],
    [
      'a longer second video track',
      () => make('two.mp4', ...picture(1), ...picture(5), ...tone(2), '-map', '0', '-map', '1', '-map', '2', ...mp4),
      5,
    ],
    [
      'sound that starts late',
      () => make('late.mp4', ...picture(2), '-itsoffset', '3', ...tone(3), '-map', '0', '-map', '1', ...mp4),
      6,
    ],
  ]
  const more: Source[] = [
    ['one picture', () => make('one.mp4', ...picture(0.1), ...tone(8), ...mp4), 8],
    ['a WebM', () => make('whole.webm', ...picture(2), ...tone(7), ...webm), 7],
    [
      'a fragmented file',
      () => make('parts.mp4', ...picture(2), ...tone(6), ...mp4, '-movflags', 'frag_keyframe+empty_moov'),
      6,
    ],
  ]

  test.each(inAll(always, more))(
    '%s: all of the sound is kept, and the last picture is held',
    async (_name, source, seconds) => {
      const path = source()
      const { lowest, playlist, storyboard, facts, seconds: made } = await stream(path)
      const sum = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((all, [, one]) => all + Number(one), 0)
      for (const one of [...lengthsOf(lowest), sum, made, facts.seconds])
        expect(Math.abs(one - seconds)).toBeLessThan(0.5)
      const soundEnd = path.endsWith('two.mp4') ? 2 : seconds
      expect(loudnessOf(lowest, soundEnd - 1, 0.7)).toBeGreaterThan(-30)
      expect(storyboard?.count).toBe(Math.ceil(made / 2))
    },
  )

  test('a picture that continues after the sound is accompanied by silence', async () => {
    const { lowest } = await stream(make('quiet.mp4', ...picture(6), ...tone(3), ...mp4))
    for (const one of lengthsOf(lowest)) expect(Math.abs(one - 6)).toBeLessThan(0.5)
    expect([loudnessOf(lowest, 1, 1) > -30, loudnessOf(lowest, 4.5, 1) < -80]).toEqual([true, true])
  })

  test('missing content is not padded: a file that ends early, or cannot be read to its end, is refused', async () => {
    const whole = make('whole.mp4', ...picture(20), ...tone(20), ...mp4, '-movflags', '+faststart')
    const bytes = readFileSync(whole)
    const short = join(root, 'short.mp4')
    writeFileSync(short, bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    expect(await problemOf(short)).toMatchObject({
      refused: true,
      message: expect.stringMatching(/ends after 0:1\d of 0:20/),
    })
    const zeros = join(root, 'zeros.mp4')
    writeFileSync(
      zeros,
      Buffer.concat([bytes.subarray(0, Math.floor(bytes.length * 0.8)), Buffer.alloc(Math.ceil(bytes.length * 0.2))]),
    )
    expect(await problemOf(zeros)).toMatchObject({
      refused: true,
      message: expect.stringMatching(/cannot be read after 0:1\d/),
    })
    const mkv = readFileSync(make('whole.mkv', '-i', whole, '-c', 'copy'))
    const cut = join(root, 'cut.mkv')
    writeFileSync(cut, mkv.subarray(0, Math.floor(mkv.length * 0.9)))
    expect(await problemOf(cut)).toMatchObject({
      refused: true,
      message: expect.stringMatching(/ends after 0:1\d of 0:20/),
    })
  })
})

describe('the picture', () => {
  /** Returns the numbers of interlaced and of progressive frames in a file. */
  const fieldsOf = (path: string): [number, number] => {
    const { stderr } = run('ffmpeg', '-i', path, '-vf', 'idet', '-an', '-f', 'null', '-')
    const [top = 0, bottom = 0, whole = 0] = (
      /Multi frame detection: TFF:\s*(\d+) BFF:\s*(\d+) Progressive:\s*(\d+)/.exec(stderr) ?? []
    )
      .slice(1)
      .map(Number)
    return [top + bottom, whole]
  }
  const fields = ['-f', 'lavfi', '-i', 'mandelbrot=s=320x240:r=50', '-t', '3', '-vf', 'tinterlace=interleave_top']

  test('is deinterlaced only if it is interlaced, whether the file says so or not', async () => {
    const said = make('fields.mp4', ...fields, ...h264, '-crf', '12', '-flags', '+ildct+ilme', '-x264-params', 'tff=1')
    const unsaid = make('unsaid.mp4', ...fields, ...h264, '-crf', '12')
    for (const path of [said, unsaid]) {
      const [combed, clean] = fieldsOf(path)
      expect(combed).toBeGreaterThan(clean)
      const { lowest, facts } = await stream(path)
      expect(facts.interlaced).toBe(path === said ? 'auto' : 'tff')
      const [left, whole] = fieldsOf(lowest)
      expect(whole).toBeGreaterThan(left * 5)
    }
    const plain = make('plain.mp4', '-f', 'lavfi', '-i', 'mandelbrot=s=320x240:r=25', '-t', '2', ...h264)
    expect((await stream(plain)).facts.interlaced).toBeUndefined()
  })

  test('is treated as progressive when fine patterns or brief scrolling look interlaced', () => {
    const said = (top: number, bottom: number, whole: number, still: number) =>
      `Single frame detection: TFF:${top} BFF:${bottom} Progressive:${whole} Undetermined:${still}`
    expect([said(60, 0, 0, 0), said(0, 55, 1, 4)].map((text) => readFields(text, false))).toEqual(['tff', 'bff'])
    for (const text of [said(19, 14, 7, 0), said(20, 0, 0, 40), said(50, 5, 5, 0), said(5, 0, 0, 0), ''])
      expect(readFields(text, false)).toBeUndefined()
    expect([readFields(said(0, 0, 60, 0), true), readFields(said(0, 0, 3, 57), true)]).toEqual([undefined, 'auto'])
  })

  test.each(inAll(['smpte2084'], ['arib-std-b67']))(
    'with a high dynamic range (%s) is mapped to the standard range, or the educator is warned of pale colours',
    async (curve) => {
      const colours = `log-level=none:colorprim=bt2020:transfer=${curve}:colormatrix=bt2020nc`
      const hevc = ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', colours]
      const path = make(`${curve}.mp4`, ...picture(1), ...hevc, '-tag:v', 'hvc1')
      const colour = (file: string) =>
        run(
          'ffprobe',
          '-v',
          'error',
          '-show_entries',
          'stream=pix_fmt,color_transfer',
          '-of',
          'csv=p=0',
          file,
        ).stdout.trim()
      const { lowest, facts } = await stream(path)
      expect([colour(lowest), facts.warning]).toEqual(['yuv420p,bt709', undefined])
      const poor = join(root, 'poor-ffmpeg')
      writeFileSync(poor, '#!/bin/sh\ncase "$*" in *-filters*) echo " T.. scale V->V" ;; *) exec ffmpeg "$@" ;; esac\n')
      chmodSync(poor, 0o755)
      const pale = await stream(path, ffmpegTranscoder({ ffmpeg: poor }))
      expect(pale.facts.warning).toMatch(/high dynamic range.*look pale/)
    },
  )

  test('with ten bits, or without chroma subsampling, is converted to a format that all browsers play', async () => {
    for (const format of ['yuv444p10le', 'yuv422p']) {
      const path = make(`${format}.mp4`, ...picture(1), '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', format)
      expect((await stream(path)).renditions[0]?.codecs).toMatch(/^avc1\.4d/)
    }
  })

  test('with extreme proportions is refused, and impossible pixel aspect ratios count as square', async () => {
    for (const size of ['16x2000', '2000x16', '640x18'])
      expect(await problemOf(make(`${size}.mp4`, ...picture(1, size), ...h264))).toMatchObject({
        refused: true,
        message: expect.stringContaining('strip'),
      })
    const odd = make('pixels.mp4', ...picture(1), ...h264, '-vf', 'setsar=90/1')
    expect((await stream(odd)).renditions[0]?.resolution).toBe('96x64')
    for (const rung of planLadder({ width: 1920, height: 120 })) expect(rung.pixels.height).toBeGreaterThanOrEqual(16)
  })

  test('that is very short does not exceed the maximum bit rate', async () => {
    const noise = make(
      'noise.mp4',
      ...picture(0.2, '1280x720', 30),
      ...h264,
      '-vf',
      'noise=alls=90:allf=t',
      '-crf',
      '8',
    )
    const { renditions } = await stream(noise)
    for (const { bandwidth, average } of renditions)
      expect([bandwidth < 4_000_000, average <= bandwidth]).toEqual([true, true])
    expect(bitRates([{ seconds: 0.04, bytes: 70_000 }], 1_146_000)).toEqual({ peak: 560_000, average: 560_000 })
  })
})

describe('the sound', () => {
  const channels = (count: number) =>
    Array.from({ length: count }, (_, at) => `0.2*sin(${300 + 10 * at}*2*PI*t)`).join('|')
  const manySounds = (count: number): string[] => ['-f', 'lavfi', '-i', `aevalsrc=${channels(count)}:d=2`]

  test.each(inAll([24], [9, 10, 12]))('of %i channels without a layout is mixed to both sides', async (count) => {
    const path = make(`${count}.mov`, ...picture(2), ...manySounds(count), ...h264, '-c:a', 'pcm_s16le')
    const { lowest, renditions } = await stream(path)
    expect(renditions[0]?.codecs).toContain('mp4a')
    for (const side of ['pan=mono|c0=c0', 'pan=mono|c0=c1'])
      expect(loudnessOf(lowest, 0.5, 1, side)).toBeGreaterThan(-25)
  })

  test.each(inAll(['mono', '22.2'], ['2.1', '4.0', '5.1', 'quad', '7.1']))(
    'with the layout %s becomes stereo',
    async (layout) => {
      const layouted = ['-af', `aformat=channel_layouts=${layout}`, '-c:a', 'pcm_s16le']
      const path = make(`layout.mov`, ...picture(1), ...tone(1), ...h264, ...layouted)
      const { lowest } = await stream(path)
      expect(
        run('ffprobe', '-v', 'error', '-show_entries', 'stream=channels', '-of', 'csv=p=0', lowest).stdout.trim(),
      ).toBe('2')
      expect(loudnessOf(lowest, 0.2, 0.5)).toBeGreaterThan(-35)
    },
  )
})

test('texts, covers, timecodes and other tracks besides picture and sound are dropped', async () => {
  const texts = join(root, 'texts.srt')
  writeFileSync(texts, '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:08,000 --> 00:00:09,000\nBye\n')
  const cover = make('cover.png', '-f', 'lavfi', '-i', 'color=red:s=64x64:d=1', '-frames:v', '1')
  const maps = ['-map', '0', '-map', '1', '-map', '2']
  const files = [
    make('texts.mp4', ...picture(2), ...tone(2), '-i', texts, ...maps, ...mp4, '-c:s', 'mov_text'),
    make('texts.mkv', ...picture(2), ...tone(2), '-i', texts, ...maps, ...mp4, '-c:s', 'srt'),
    make(
      'cover.mp4',
      ...picture(2),
      ...tone(2),
      '-i',
      cover,
      ...maps,
      ...mp4,
      '-c:v:1',
      'png',
      '-disposition:v:1',
      'attached_pic',
    ),
    make('clock.mov', ...picture(2), ...tone(2), ...mp4, '-timecode', '10:00:00:00'),
  ]
  for (const path of files) expect([path, Math.round((await stream(path)).seconds)]).toEqual([path, 2])
  const sound = make(
    'cover.m4a',
    ...tone(2),
    '-i',
    cover,
    '-map',
    '0',
    '-map',
    '1',
    '-c:a',
    'aac',
    '-c:v',
    'png',
    '-disposition:v',
    'attached_pic',
  )
  expect(await problemOf(sound)).toMatchObject({
    refused: true,
    message: expect.stringContaining('sound but no picture'),
  })
})
