import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveMixer, MixedRecording, RecordedFile, RecordedKind } from '#ports/live-mixer.ts'
import { recordingProblems } from '#ports/recording-problems.ts'
import { VideoProblem, WorkerProblem } from '#ports/transcoder.ts'
import { type ProgramLimits, runProgram } from '../programs/run-program.ts'
import { framesOf } from './frames.ts'
import {
  joinArguments,
  type PictureInput,
  partArguments,
  sampleRate,
  soundArguments,
  soundLeadMs,
} from './mix-arguments.ts'
import { frameRate, type Part, planParts, type Slot, spanOf } from './plan-parts.ts'
import { readMjrHeader } from './read-mjr.ts'
import { indexTrack, type Shown, type Track } from './track.ts'
import { type Frame, writeMatroska } from './write-matroska.ts'

/** Seconds of a piece of sound. */
const soundSeconds = 300
/** Bytes that must stay free on the disk. */
const freeBytes = 512 * 1024 ** 2
/** Bytes a second that the pieces and the video take at most beside the streams. */
const mostBytesPerSecond = 700_000
/** Names that Janus gives to what it records of a room. */
const janusName = /^videoroom-(.+)-user-(.+)-(\d+)-(audio|video)-(\d+)\.mjr$/
const kinds: readonly RecordedKind[] = ['audio', 'camera', 'screen', 'screenAudio']
/** Shares of the progress. */
const share = { index: 3, sound: 7, pictures: 85 }

export type LiveMixerOptions = {
  /** folder in which the media server writes */
  folder: string
  threads?: number
  nice?: number
  ffmpeg?: string
}

type MixOptions = Parameters<LiveMixer['mix']>[1]

/** Makes videos of what Janus has recorded, with the system's ffmpeg in processes with limits. */
export function ffmpegLiveMixer({ folder, threads = 1, nice = 19, ffmpeg = 'ffmpeg' }: LiveMixerOptions): LiveMixer {
  /** Runs ffmpeg in a folder, with time by the seconds that it makes. Throws VideoProblem and WorkerProblem. */
  async function run(args: string[], seconds: number, { folder: work, signal }: MixOptions): Promise<void> {
    const limit = 120 + seconds * 20
    const limits: ProgramLimits = {
      memoryBytes: 3e9,
      seconds: limit,
      cpuSeconds: limit * (threads + 1),
      silentSeconds: 180,
    }
    const { end, errors } = await runProgram(ffmpeg, args, { limits, nice, signal, folder: work, onOutput: () => {} })
    if (end === 'done') return
    await requireSpace(work, 0)
    if (end === 'missing') throw new WorkerProblem(recordingProblems.noProgram(), { reach: 'all', cause: errors })
    throw new VideoProblem(end === 'slow' ? recordingProblems.slow() : recordingProblems.failed(), { cause: errors })
  }

  /** Makes a file unless an earlier run has: it gets its name when it is whole. */
  async function once(work: string, name: string, make: (path: string) => Promise<void>): Promise<void> {
    if (await stat(join(work, name)).catch(() => null)) return
    await make(`${name}.part`)
    await rename(join(work, `${name}.part`), join(work, name))
  }

  async function writePart(tracks: readonly Track[], part: Part, name: string, options: MixOptions): Promise<void> {
    const span = spanOf(tracks)
    const begin = (span?.from ?? 0) + (part.from * 1000) / frameRate
    const end = begin + (part.frames * 1000) / frameRate
    const extract = async (slot: Slot | null, file: string): Promise<PictureInput | null> => {
      const track = slot && tracks[slot.track]
      if (!slot || !track) return null
      let zero: number | undefined
      const frames = async function* (): AsyncGenerator<Frame> {
        for await (const { time, ...frame } of framesOf(track, begin, end)) {
          options.signal?.throwIfAborted()
          zero ??= Math.min(time, begin)
          yield { ...frame, ms: Math.round(time - zero) }
        }
      }
      const count = await writeMatroska(join(options.folder, file), { codec: 'vp8', ...slot.size }, frames())
      return count === 0 || zero === undefined ? null : { name: file, leadMs: begin - zero, size: slot.size }
    }
    const main = await extract(part.main, 'main.mkv')
    const corner = await extract(part.corner, 'corner.mkv')
    const draw = (pictures: { main: PictureInput | null; corner: PictureInput | null }): Promise<void> => {
      const args = partArguments({ ...pictures, frames: part.frames, threads, output: name })
      const leadMs = Math.max(pictures.main?.leadMs ?? 0, pictures.corner?.leadMs ?? 0)
      return run(args, part.frames / frameRate + leadMs / 1000, options)
    }
    // a stream that cannot be read, as one that a participant made up, costs its own picture, and not the video of all
    const without = [
      { main, corner },
      ...(main && corner ? [{ main, corner: null }] : []),
      { main: null, corner: null },
    ]
    for (const [index, pictures] of without.entries()) {
      try {
        return await draw(pictures)
      } catch (error) {
        if (!(error instanceof VideoProblem) || index === without.length - 1) throw error
      }
    }
  }

  /** Writes the sound of a piece. Files of the same sender follow each other. */
  async function writeSound(
    tracks: readonly Track[],
    from: number,
    piece: { samples: number; name: string },
    options: MixOptions,
  ): Promise<void> {
    const begin = from - soundLeadMs
    const end = from + (piece.samples * 1000) / sampleRate
    const playing = tracks.filter(
      (track) => track.header.kind === 'audio' && track.shown.some((one) => one.from < end && one.to >= begin),
    )
    const names: string[] = []
    for (const [index, own] of [
      ...Map.groupBy(playing, ({ sender, what }) => `${what} ${sender}`).values(),
    ].entries()) {
      own.sort((one, other) => (one.shown[0]?.from ?? 0) - (other.shown[0]?.from ?? 0))
      const frames = async function* (): AsyncGenerator<Frame> {
        let last = -1
        for (const track of own)
          for await (const { time, ...frame } of framesOf(track, begin, end)) {
            options.signal?.throwIfAborted()
            const ms = Math.round(time - begin)
            if (ms > last) yield { ...frame, ms }
            last = Math.max(last, ms)
          }
      }
      const name = `sound${index}.mkv`
      if ((await writeMatroska(join(options.folder, name), { codec: 'opus' }, frames())) > 0) names.push(name)
    }
    await run(
      soundArguments({ names, samples: piece.samples, output: piece.name }),
      piece.samples / sampleRate,
      options,
    )
  }

  async function mix(files: readonly RecordedFile[], options: MixOptions): Promise<MixedRecording> {
    const { folder: work, hosts, until, signal } = options
    await mkdir(work, { recursive: true, mode: 0o700 })
    await keepPiecesOf(files, work)
    const progress = options.onProgress ?? (() => {})
    const tracks: Track[] = []
    for (const [index, file] of [...files].sort((one, other) => (one.path < other.path ? -1 : 1)).entries()) {
      const track = await indexTrack(file, signal)
      if (track) tracks.push({ ...track, shown: endAt(track.shown, until.getTime()) })
      progress((share.index * (index + 1)) / files.length)
    }
    const span = spanOf(tracks)
    const parts = planParts(tracks, hosts)
    if (!span || parts.length === 0) throw new VideoProblem(recordingProblems.empty(), { refused: true })
    const frames = parts.reduce((sum, part) => sum + part.frames, 0)
    const seconds = frames / frameRate
    await requireSpace(work, seconds * mostBytesPerSecond)
    const partName = (index: number): string => `v${index}.h264`
    for (const [index, part] of parts.entries()) {
      await once(work, partName(index), (name) => writePart(tracks, part, name, options))
      progress(share.index + (share.pictures * (part.from + part.frames)) / frames)
    }
    const sounds: string[] = []
    for (let at = 0; at < seconds; at += soundSeconds) {
      const piece = Math.min(soundSeconds, seconds - at)
      const name = `s${sounds.length}.flac`
      const samples = Math.round(piece * sampleRate)
      await once(work, name, (part) => writeSound(tracks, span.from + at * 1000, { samples, name: part }, options))
      sounds.push(`file ${name}\nduration ${piece.toFixed(6)}\n`)
      progress(share.index + share.pictures + (share.sound * (at + piece)) / seconds)
    }
    await writeFile(join(work, 'sounds.txt'), sounds.join(''))
    await once(work, 'recording.mp4', (output) =>
      run(
        joinArguments({ parts: parts.map((_, index) => partName(index)), sounds: 'sounds.txt', output }),
        seconds,
        options,
      ),
    )
    return { path: join(work, 'recording.mp4'), seconds, startedAt: new Date(span.from) }
  }

  return {
    async list({ room, from, to }) {
      const found: RecordedFile[] = []
      for (const name of await readdir(folder)) {
        const [, inRoom, sender = '', microseconds, kind, place] = janusName.exec(name) ?? []
        const at = Number(microseconds) / 1000
        if (inRoom !== room || at < from.getTime() || at > to.getTime()) continue
        const path = join(folder, name)
        const { size: bytes } = await stat(path)
        const said = (await readMjrHeader(path))?.description
        const what = kinds.find((one) => one === said) ?? kindAt(kind === 'audio', Number(place))
        found.push({ path, bytes, sender, what })
      }
      return found
    },
    async remove(files) {
      for (const { path } of files) await rm(path, { force: true })
    },
    async measure() {
      let bytes = 0
      for (const name of await readdir(folder))
        if (name.endsWith('.mjr')) bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
      const { bavail, bsize } = await statfs(folder)
      return { bytes, free: bavail * bsize }
    },
    mix,
  }
}

/** Leaves out what was sent after a time. */
const endAt = (shown: readonly Shown[], until: number): Shown[] =>
  shown.flatMap((one) => (one.from < until ? [{ ...one, to: Math.min(one.to, until) }] : []))

/** What a stream without a description shows, by the order in which browsers send. */
const kindAt = (isAudio: boolean, place: number): RecordedKind => {
  if (isAudio) return place === 0 ? 'audio' : 'screenAudio'
  return place <= 1 ? 'camera' : 'screen'
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + freeBytes) throw new WorkerProblem(recordingProblems.noSpace(), { reach: 'space' })
}

/** Empties a folder whose pieces were made of other files. */
async function keepPiecesOf(files: readonly RecordedFile[], folder: string): Promise<void> {
  const named = files.map(({ path, bytes, sender, what }) => `${path} ${bytes} ${sender} ${what}`).sort()
  const key = createHash('sha256').update(named.join('\n')).digest('hex')
  const note = join(folder, 'files.txt')
  if ((await readFile(note, 'utf8').catch(() => '')) === key) return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(note, key)
}
