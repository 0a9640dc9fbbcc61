import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inAll } from '#test/support/in-all.ts'
import { ffmpegTranscoder } from './ffmpeg.ts'

const root = mkdtempSync(join(tmpdir(), 'hostile-'))
const small = readFileSync(new URL('../../../test/fixtures/small.mp4', import.meta.url))
// endless files are aborted, here after a fraction of the usual time
const transcoder = ffmpegTranscoder({ glance: { memoryBytes: 2e9, cpuSeconds: 3, seconds: 20 } })
/** Requests that a file of the table made the server send; there must be none. */
const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.end(small)
})
let address = ''
const secret = join(root, 'secret.txt')
beforeAll(async () => {
  writeFileSync(secret, 'the secret of the server')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
})

/** Returns the start of a nested box, and the starts of the boxes around it. */
function findBox(bytes: Buffer, ...path: string[]): { at: number; around: number[] } {
  const around: number[] = []
  let [from, end] = [0, bytes.length]
  for (const name of path) {
    let at = from
    while (at < end && bytes.toString('latin1', at + 4, at + 8) !== name) at += bytes.readUInt32BE(at)
    if (at >= end) throw new Error(`no ${name}`)
    around.push(at)
    from = at + 8
    end = at + bytes.readUInt32BE(at)
  }
  return { at: around.at(-1) ?? 0, around }
}
/** Returns the file with a box replaced. */
function replaceBox(bytes: Buffer, path: string[], content: Buffer): Buffer {
  const { at, around } = findBox(bytes, ...path)
  const size = bytes.readUInt32BE(at)
  const result = Buffer.concat([bytes.subarray(0, at), content, bytes.subarray(at + size)])
  for (const outer of around.slice(0, -1))
    result.writeUInt32BE(bytes.readUInt32BE(outer) + content.length - size, outer)
  return result
}
const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
const changed = (change: (bytes: Buffer) => void): Buffer => {
  const copy = Buffer.from(small)
  change(copy)
  return copy
}
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
/** Returns a file with a track whose samples are declared to be in another file. */
const elsewhere = (url: string): Buffer => {
  const entry = box('url ', numbers(0), Buffer.from(`${url}\0`))
  return replaceBox(small, ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'], box('dref', numbers(0, 1), entry))
}
const withTracks = (count: number): Buffer => {
  const { at } = findBox(small, 'moov', 'trak')
  const track = small.subarray(at, at + small.readUInt32BE(at))
  return replaceBox(small, ['moov', 'trak'], Buffer.concat(Array.from({ length: count }, () => track)))
}
/** Returns a file with reduced timescales, so that every second lasts longer. */
const stretched = (clocks: Record<string, (clock: number) => number>, editSeconds?: number): Buffer =>
  changed((bytes) => {
    for (const [name, slower] of Object.entries(clocks))
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
        bytes.writeUInt32BE(slower(bytes.readUInt32BE(at + 16)), at + 16)
    if (editSeconds === undefined) return
    for (let at = bytes.indexOf('elst'); at >= 0; at = bytes.indexOf('elst', at + 1))
      bytes.writeUInt32BE(editSeconds, at + 12)
  })
const slower = (clock: number): number => Math.floor(clock / 40)
/** Returns a file in which every frame has a very long duration. */
const slowFrames = (): Buffer => {
  const path = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stts']
  return replaceBox(small, path, box('stts', numbers(0, 1, 0xffffffff, 0x7fffffff)))
}
const claimedSize = (): Buffer =>
  changed((bytes) => {
    const at = bytes.indexOf('avc1', bytes.indexOf('stsd'))
    bytes.writeUInt16BE(65_535, at + 28)
    bytes.writeUInt16BE(65_535, at + 30)
  })
const hugePicture = (): Buffer => {
  const path = join(root, 'huge.mp4')
  const frame = ['-f', 'lavfi', '-i', 'color=black:s=8192x4416:r=1:d=1']
  spawnSync('ffmpeg', ['-v', 'error', ...frame, '-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', path])
  return readFileSync(path)
}
const playlist = () =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${address}/segment.ts\n#EXTINF:9,\nfile://${secret}\n#EXT-X-ENDLIST\n`
const svg = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${address}/image.png"/><script>alert(1)</script></svg>`

/** Returns a WebM file with the same picture and sound. */
const webm = (): Buffer => {
  const path = join(root, 'plain.webm')
  if (!existsSync(path)) {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=10:d=2']
    const made = spawnSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libvpx', '-deadline', 'realtime', path])
    if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
  }
  return readFileSync(path)
}

/** `said` is the message, `because` the program's output, which proves that the file was read and why it was refused. */
type Outcome = { said: RegExp; because?: RegExp } | 'made'
type Row = [name: string, file: () => Buffer | string, outcome: Outcome, contentType?: 'video/webm']
const unreadable = (because: RegExp): Outcome => ({ said: /cannot be read/, because })
const noMp4 = unreadable(/moov atom not found|Invalid data found/)
const noWebm = unreadable(/EBML header parsing failed|Invalid data found/)
const concat = () => `ffconcat version 1.0\nfile '${secret}'\nfile '${address}/a.mp4'\n`
const manifest = () => `<MPD><BaseURL>${address}/</BaseURL></MPD>`
/** With `npm test -- --all`: the same as WebM, and another length that is a lie. */
const more: Row[] = [
  ['a playlist named webm', playlist, noWebm, 'video/webm'],
  ['a concat script named webm', concat, noWebm, 'video/webm'],
  ['an SVG picture named webm', svg, noWebm, 'video/webm'],
  ['a DASH manifest named webm', manifest, noWebm, 'video/webm'],
  [
    'the first half of a WebM',
    () => webm().subarray(0, Math.floor(webm().length / 2)),
    { said: /not complete|cannot be read/ },
    'video/webm',
  ],
  ['four seconds that claim to last for minutes', () => stretched({ mvhd: slower, mdhd: slower }), 'made'],
  [
    'a WebM that is also an HTML page',
    () => Buffer.concat([webm(), Buffer.from('<html><script>alert(1)</script>')]),
    'made',
    'video/webm',
  ],
]
const always: Row[] = [
  ['a plain video', () => small, 'made'],
  ['a plain WebM', webm, 'made', 'video/webm'],
  ['a playlist named mp4', playlist, noMp4],
  [
    'a playlist after the signature of an MP4',
    () => Buffer.concat([small.subarray(0, 32), Buffer.from(playlist())]),
    noMp4,
  ],
  [
    'a playlist after the signature of a WebM',
    () => Buffer.concat([webm().subarray(0, 4), Buffer.from(playlist())]),
    noWebm,
    'video/webm',
  ],
  ['a concat script', concat, noMp4],
  ['an SVG picture', svg, noMp4],
  ['a DASH manifest', manifest, noMp4],
  ['samples in a file on the server', () => elsewhere(`file://${secret}`), unreadable(/./)],
  ['samples on another server', () => elsewhere(`${address}/samples.mp4`), unreadable(/./)],
  ['a header with a picture of 65535 x 65535', claimedSize, 'made'],
  ['a picture of 36 megapixels', hugePicture, unreadable(/[Pp]icture|pixels|size/)],
  [
    'the first half of a file',
    () => small.subarray(0, Math.floor(small.length / 2)),
    { said: /not complete|cannot be read/ },
  ],
  ['10,000 tracks', () => withTracks(10_000), { said: /tracks|takes too long/ }],
  [
    'a length of many hours',
    () => stretched({ mvhd: () => 1, mdhd: () => 1 }, 60_000),
    { said: /\d\d hours long; at most 12/ },
  ],
  // its edit list keeps four seconds: one picture is held for the length of its sound
  ['four billion pictures that last for centuries', slowFrames, 'made'],
  [
    'a video that is also an HTML page',
    () => Buffer.concat([small, Buffer.from('<html><script>alert(1)</script>')]),
    'made',
  ],
  [
    'sound without a picture',
    () => changed((bytes) => bytes.write('soun', bytes.indexOf('vide'), 'latin1')),
    { said: /no picture/ },
  ],
]

test.each(
  inAll(always, more).map(([name, file, outcome, contentType = 'video/mp4']) => ({ name, file, outcome, contentType })),
)('$name is refused with a message, or has no effect', async ({ name, file, outcome, contentType }) => {
  const path = join(root, name.replaceAll(/\W+/g, '-'))
  writeFileSync(path, file())
  const folder = mkdtempSync(join(root, 'stream-'))
  const source = { path, contentType }
  const make = async () => transcoder.makeStream(source, await transcoder.probe(source), { folder })
  if (outcome === 'made') {
    expect((await make()).renditions.length).toBeGreaterThan(0)
    for (const one of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, one))
      expect([bytes.includes('the secret'), bytes.includes('<script>')]).toEqual([false, false])
    }
  } else {
    const problem = await make().then(
      () => expect.fail('it was not refused'),
      (error: Error) => error,
    )
    expect(problem.name).toBe('VideoProblem')
    expect(problem.message).toMatch(outcome.said)
    if (outcome.because) expect(String(problem.cause)).toMatch(outcome.because)
    // a message for people: no path, no output of a program
    expect(problem.message).not.toMatch(/\/tmp|ffmpeg|moov/)
  }
  const written = readdirSync(folder).reduce((sum, one) => sum + statSync(join(folder, one)).size, 0)
  expect(written).toBeLessThan(20 * 1024 ** 2)
  expect(await transcoder.grab(source, 0)).toSatisfy((png) => png === null || png.length > 100)
  expect(requests).toEqual([])
})
