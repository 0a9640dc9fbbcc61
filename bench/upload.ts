import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from './lib/child.ts'
import type { Environment } from './lib/environment.ts'
import { treeMemory } from './lib/machine.ts'
import { dataDirIn, signIn, startDemoServer } from './lib/our-server.ts'
import { table } from './lib/report.ts'

export type UploadRow = {
  what: string
  sentBytes: number
  seconds: number
  idleRssBytes: number
  /** the highest sample while it ran and for two seconds after */
  peakRssBytes: number
  /** files in the folder of uploads, and videos in the store, that were not there before; null where the upload was whole */
  leftBehind: number | null
  /** whether the lecture has the video that it had before */
  oldVideo: boolean
}

const uploadBytes = 300_000_000
const sampleMs = 25
const boundary = 'upload-benchmark-boundary'
const repository = resolve(import.meta.dirname, '..')

/** A playable video with a box of free space behind it, in pieces, as the video field of the form. */
function* formPieces(): Generator<Buffer> {
  const media = join(repository, 'demo/media')
  const video = readFileSync(join(media, readdirSync(media).find((name) => name.endsWith('.mp4')) ?? ''))
  yield Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="videoUrl"; filename="lecture.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  )
  yield video
  const box = Buffer.alloc(8)
  box.writeUInt32BE(uploadBytes, 0)
  box.write('free', 4, 'latin1')
  yield box
  const piece = Buffer.alloc(1_000_000, 7)
  for (let sent = 8; sent < uploadBytes; sent += piece.length) yield piece.subarray(0, uploadBytes - sent)
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}
const formBytes = (): number => [...formPieces()].reduce((sum, piece) => sum + piece.length, 0)

type Get = <T>(path: string) => Promise<T>
type Api = { cookie: string; server: Server }
type Lecture = { _id: string; videoUrl: string; videoBytes: number }

const open = ({ server, cookie }: Api, lectureId: string): ClientRequest =>
  request(`${server.origin}/api/course/editlecture/${lectureId}`, {
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': formBytes() },
  })

/** Sends the pieces up to `share` of all; returns how many bytes went out. */
async function send(to: ClientRequest, share: number): Promise<number> {
  let sent = 0
  for (const piece of formPieces()) {
    if (share < 1 && sent >= share * uploadBytes) return sent
    sent += piece.length
    if (!to.write(piece)) await once(to, 'drain')
  }
  to.end()
  return sent
}

async function answerTo(sent: ClientRequest): Promise<void> {
  const [answer] = await once(sent, 'response')
  const body = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`the upload got status ${answer.statusCode}: ${body}`)
}

/** Samples the server's memory until stopped; returns the highest value. */
function watch(pid: number): () => Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemory(pid).rssBytes)
  }, sampleMs)
  return async () => {
    await sleep(2000)
    clearInterval(timer)
    return peak
  }
}

const files = (folder: string): string[] => {
  const data = dataDirIn(folder)
  const folders = ['uploads', 'media/videos'].map((one) => join(data, one)).filter((one) => existsSync(one))
  return folders.flatMap((one) => readdirSync(one))
}

type Ending = 'whole' | 'cancelled' | 'server killed'

async function measureOne(api: Api, folder: string, lecture: Lecture, ending: Ending): Promise<UploadRow> {
  const before = files(folder)
  const idleRssBytes = treeMemory(api.server.pid).rssBytes
  const stop = watch(api.server.pid)
  const started = performance.now()
  const sending = open(api, lecture._id)
  sending.on('error', () => undefined) // ended on purpose; a rejected one is thrown by its response
  const answered = ending === 'whole' ? answerTo(sending) : undefined
  const sentBytes = await send(sending, ending === 'whole' ? 1 : 0.5)
  await answered
  const seconds = (performance.now() - started) / 1000
  if (ending === 'server killed') process.kill(api.server.pid, 'SIGKILL')
  if (ending !== 'whole') sending.destroy()
  const peakRssBytes = await stop()
  const server = ending === 'server killed' ? await startDemoServer(folder) : api.server
  try {
    const lectures = await lecturesOf(getter(server.origin, api.cookie))
    const oldVideo = lectures.find(({ _id }) => _id === lecture._id)?.videoBytes === lecture.videoBytes
    const leftBehind = ending === 'whole' ? null : files(folder).filter((name) => !before.includes(name)).length
    return { what: ending, sentBytes, seconds, idleRssBytes, peakRssBytes, leftBehind, oldVideo }
  } finally {
    if (server !== api.server) await server.stop()
  }
}

const getter =
  (origin: string, cookie: string): Get =>
  async <T>(path: string) => {
    const answer = await fetch(origin + path, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} got status ${answer.status}`)
    return (await answer.json()) as T // our own response
  }

async function lecturesOf(get: Get): Promise<Lecture[]> {
  const courses = await get<{ lectures: Lecture[] }[]>('/api/course/getcreatorcourses')
  return courses.flatMap(({ lectures }) => lectures).filter(({ videoUrl }) => videoUrl !== '')
}

/** Memory of the server while a lecture of 300 MB comes in, and what is left of uploads that do not come to their end. */
export async function measureUploads(environment: Environment): Promise<UploadRow[]> {
  const folder = environment.folderFor('upload')
  const server = await startDemoServer(folder)
  try {
    const cookie = await signIn(server.origin, 'educator@demo.example')
    const api: Api = { cookie, server }
    const [first, second, third] = await lecturesOf(getter(server.origin, cookie))
    if (!first || !second || !third) throw new Error('the demo educator has no lectures')
    await sleep(5000)
    return [
      await measureOne(api, folder, first, 'whole'),
      await measureOne(api, folder, second, 'cancelled'),
      await measureOne(api, folder, third, 'server killed'),
    ]
  } finally {
    await server.stop()
  }
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** The table for people; a whole upload must stay less than 200 MB above idle. */
export const uploadTable = (rows: readonly UploadRow[]): string =>
  table([
    ['upload of 300 MB', 'sent', 'time', 'idle RSS', 'peak RSS', 'above idle (< 200 MB)', 'files left behind', 'video'],
    ...rows.map((row) => [
      row.what,
      mb(row.sentBytes),
      `${row.seconds.toFixed(1)} s`,
      mb(row.idleRssBytes),
      mb(row.peakRssBytes),
      mb(row.peakRssBytes - row.idleRssBytes),
      String(row.leftBehind ?? ''),
      row.oldVideo ? 'the old one' : 'the new one',
    ]),
  ])
