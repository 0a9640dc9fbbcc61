import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ffmpegLiveMixer } from '../server/src/adapters/live-mixer/ffmpeg.ts'
import { beeps, flashes, readMarkers, type SentFrame, writeMjr } from '../server/test/support/live/make-recording.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from './lib/command.ts'
import { machineFacts, treeCpuMs, treeMemory } from './lib/machine.ts'

const usage = `npm run bench -- live-recording
  the mix of a long recording: memory, disk and time of the worker, and whether its last ten minutes are in step
  --hours N        of the recording (default 3)
  --speakers N     each with a camera of 320x180, sound, and a clock of their own (default 3)
  --sample N       seconds between two readings (default 1)`

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '3' },
    speakers: { type: 'string', default: '3' },
    sample: { type: 'string', default: '1' },
    // what the program calls itself with
    mix: { type: 'string' },
    until: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) exitWithUsage(usage)
requireLinux()

const room = '1'
/** Time of the first frame. */
const from = 1_800_000_000_000
/** Parts per million by which clocks of senders are fast; those of their sound are as slow. */
const drifts = [60, -40, 20]

if (values.mix !== undefined) {
  const until = new Date(Number(values.until))
  const mixer = ffmpegLiveMixer({ folder: values.mix, nice: 0 })
  const files = await mixer.list({ room, from: new Date(from - 10_000), to: until })
  const options = { folder: join(values.mix, 'work'), hosts: new Set(['teacher']), until }
  const { seconds } = await mixer.mix(files, {
    ...options,
    onProgress: (percent) => process.send?.({ percent: Math.round(percent) }),
  })
  process.send?.({ seconds })
  process.disconnect?.()
}

/** One minute again and again: what a stream holds does not matter here, its length does. */
const repeated = (minute: readonly SentFrame[], seconds: number): SentFrame[] =>
  Array.from({ length: Math.ceil(seconds / 60) }, (_, round) =>
    minute.map(({ ms, data }) => ({ ms: ms + round * 60_000, data })),
  ).flat()

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)

async function measure(seconds: number): Promise<void> {
  const print = openResults('live-recording-')
  const folder = mkdtempSync(join(tmpdir(), 'vc-long-recording-'))
  const clear = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', clear)
  closeOnSignal(async () => clear())
  const work = join(folder, 'work')
  mkdirSync(work)
  const pictures = repeated(flashes({ from, seconds: 60 }), seconds)
  const speakers = Number(values.speakers)
  for (let speaker = 0; speaker < speakers; speaker++) {
    const sender = speaker === 0 ? 'teacher' : `speaker${speaker}`
    const drift = drifts[speaker % drifts.length] ?? 0
    const tones = repeated(beeps({ from, seconds: 60, hertz: 1000 + speaker * 300 }), seconds)
    writeMjr(folder, room, { what: 'camera', sender, from, frames: pictures, drift })
    writeMjr(folder, room, { what: 'audio', sender, from, frames: tones, drift: -drift })
  }
  const recordedBytes = bytesIn(folder)
  print({ machine: machineFacts(), hours: seconds / 3600, speakers, recordedMb: Math.round(recordedBytes / 1e6) })
  const begun = performance.now()
  const worker = fork(import.meta.filename, ['--mix', folder, '--until', String(from + seconds * 1000)])
  const most = { workerMb: 0, withFfmpegMb: 0, diskMb: 0 }
  let state: { percent?: number; seconds?: number } = {}
  worker.on('message', (message: typeof state) => {
    state = { ...state, ...message }
  })
  const ended = once(worker, 'exit')
  let cpuMs = 0
  let printedAt = 0
  while (worker.exitCode === null && worker.signalCode === null) {
    const pid = worker.pid ?? 0
    most.workerMb = Math.max(most.workerMb, Math.round(ownMemory(pid) / 1e6))
    most.withFfmpegMb = Math.max(most.withFfmpegMb, Math.round(treeMemory(pid).rssBytes / 1e6))
    most.diskMb = Math.max(most.diskMb, Math.round(bytesIn(work) / 1e6))
    cpuMs = Math.max(cpuMs, treeCpuMs(pid))
    if (performance.now() - printedAt > 60_000) {
      printedAt = performance.now()
      print({ percent: state.percent ?? 0, ...most, minutes: minutesSince(begun), load: loadavg()[0] })
    }
    await sleep(Number(values.sample) * 1000)
  }
  await ended
  const video = join(work, 'recording.mp4')
  print({
    mixedSeconds: state.seconds,
    ...most,
    videoMb: Math.round((statSync(video, { throwIfNoEntry: false })?.size ?? 0) / 1e6),
    minutes: minutesSince(begun),
    cpuMinutes: Math.round(cpuMs / 6000) / 10,
    load: loadavg()[0],
  })
  if (state.seconds !== undefined) print(steps(video, { from: Math.max(0, seconds - 600), seconds: 600 }))
  process.exit(worker.exitCode ?? 1)
}

/** How far sound and picture are from each other, and from the whole second at which they were made, in that part of a video. */
function steps(video: string, part: { from: number; seconds: number }) {
  const { flashes: lit, beeps: tones } = readMarkers(video, part)
  const differences = lit.map((at) => Math.min(...tones.map((other) => Math.abs(at - other))))
  const late = [...lit, ...tones].map((at) => Math.abs(at - Math.round(at)))
  return {
    ...part,
    flashes: lit.length,
    beeps: tones.length,
    differenceMs: { most: Math.round(Math.max(...differences) * 1000) },
    fromTheirSecondMs: { most: Math.round(Math.max(...late) * 1000) },
  }
}

function minutesSince(begun: number): number {
  return Math.round((performance.now() - begun) / 6000) / 10
}

/** Memory of the worker alone, without the programs that it runs. */
function ownMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

if (values.mix === undefined) await measure(Number(values.hours) * 3600)
