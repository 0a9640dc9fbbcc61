import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { AudioFailure, type SoundForm } from '#ports/audio.ts'
import { isWhole } from '#test/support/in-all.ts'
import { ffmpegAudio } from './ffmpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'sound-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const audio = ffmpegAudio()
const extract = (path: string, contentType = 'video/mp4', fromSeconds = 0, seconds = 600, form: SoundForm = 'mp3') =>
  audio?.extract({ path, contentType, fromSeconds, seconds, form }) ??
  expect.fail('ffmpeg is missing: apt-get install ffmpeg')

function make(name: string, ...args: string[]): string {
  const path = join(folder, name)
  const made = spawnSync('ffmpeg', ['-v', 'error', ...args, '-y', path])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr} (install it: apt-get install ffmpeg)`)
  return path
}
const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', '-f', 'lavfi', '-i', 'color=blue:s=64x64:d=5']

/** Returns the length in seconds and the number of channels. */
function measure(bytes: Uint8Array | null): [number, number] {
  const path = join(folder, 'out.mp3')
  writeFileSync(path, bytes ?? new Uint8Array())
  const { stdout } = spawnSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=channels:format=duration',
    '-of',
    'json',
    path,
  ])
  const { format, streams } = JSON.parse(String(stdout))
  return [Math.round(Number(format.duration)), streams[0].channels]
}

describe('the sound of a video', () => {
  test('is MP3 with one channel, of the requested part', async () => {
    const mp4 = make('tone.mp4', ...tone, '-c:v', 'libx264', '-preset', 'ultrafast', '-ac', '2', '-c:a', 'aac')
    const webm = make('tone.webm', ...tone, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus')
    expect(measure(await extract(mp4))).toEqual([5, 1])
    expect(measure(await extract(mp4, 'video/mp4', 3, 10))).toEqual([2, 1])
    expect(measure(await extract(webm, 'video/webm', 1, 2))).toEqual([2, 1])
    expect((await extract(mp4))?.length).toBeLessThan(30_000)
    expect((await extract(mp4, 'video/mp4', 3, 10, 'pcm'))?.length).toBeCloseTo(2 * 2 * 16_000, -4)
    for (const form of ['mp3', 'pcm'] as const) expect(await extract(mp4, 'video/mp4', 60, 10, form)).toBeNull()
  })

  test.skipIf(!isWhole)('is mixed from many channels without a layout', async () => {
    const channels = Array.from({ length: 10 }, () => '0.2*sin(440*2*PI*t)').join('|')
    const many = ['-f', 'lavfi', '-i', `aevalsrc=${channels}:d=2`, '-c:a', 'pcm_s16le']
    expect(measure(await extract(make('ten.mov', ...many)))).toEqual([2, 1])
  })

  test('is null for a video without sound', async () => {
    const silent = make(
      'silent.mp4',
      '-f',
      'lavfi',
      '-i',
      'color=blue:s=64x64:d=1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    )
    expect(await extract(silent)).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['a list of files to join', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ])('cannot be read of %s, which is not silence', async (_name, content) => {
    const path = write('odd.bin', content)
    await expect(extract(path)).rejects.toThrow(AudioFailure)
    await expect(extract(path, 'video/webm')).rejects.toThrow(AudioFailure)
  })

  test('cannot be read if the type is unknown, the file is missing, or its name looks like an option', async () => {
    await expect(extract(write('a.m3u8', 'x'), 'application/vnd.apple.mpegurl')).rejects.toThrow(AudioFailure)
    await expect(extract(join(folder, 'gone.mp4'))).rejects.toThrow(AudioFailure)
    await expect(extract('-version')).rejects.toThrow(AudioFailure)
  })

  test('is extracted by a program that gets no secrets of the server', async () => {
    const reader = write('reader', '#!/bin/sh\nprintf %s "[$SERVER_SECRET]"\n')
    chmodSync(reader, 0o755)
    process.env.SERVER_SECRET = 'secret'
    const read = await ffmpegAudio(reader)?.extract({
      path: 'a',
      contentType: 'video/mp4',
      fromSeconds: 0,
      seconds: 1,
      form: 'mp3',
    })
    delete process.env.SERVER_SECRET
    expect(Buffer.from(read ?? []).toString()).toBe('[]')
  })

  test('the extractor is null without the program', () => {
    expect(ffmpegAudio(join(folder, 'no-such-program'))).toBeNull()
  })
})
