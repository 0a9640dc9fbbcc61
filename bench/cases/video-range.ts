import { chmodSync, closeSync, existsSync, linkSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchCase, cpu, type Ratio } from '../lib/bench-case.ts'
import type { Server, Started } from '../lib/child.ts'
import { emailOf, idOf, password, size } from '../lib/dataset.ts'
import type { Environment } from '../lib/environment.ts'
import { expectThat, httpSide, probe } from '../lib/http-side.ts'
import type { Request } from '../lib/load.ts'
import { dataDirIn, startOurServer } from '../lib/our-server.ts'
import { addDirectusFile } from '../peers/directus.ts'
import { startNginxFiles } from '../peers/nginx.ts'

const megabyte = 1024 ** 2
const fileBytes = 200 * megabyte
const videoId = idOf('videos', 1)
/** The second lecture of the first course is no preview; the first student with a review is enrolled in that course. */
const path = `/api/media/lectures/${idOf('lectures', 1)}/video`
const student = size.creators

/** The 200 parts of the file in an order that no read-ahead guesses. */
const rangesOf = (path: string, headers: Record<string, string> = {}): Request[] =>
  Array.from({ length: 200 }, (_, at) => {
    const start = ((at * 89) % 200) * megabyte
    return { method: 'GET', path, headers: { ...headers, Range: `bytes=${start}-${start + megabyte - 1}` } }
  })

/** A file of 200 MB, once for all sides, in a folder that every user may read. */
function videoFile(environment: Environment): { folder: string; path: string } {
  const folder = environment.folderFor('video')
  chmodSync(folder, 0o755)
  const path = join(folder, 'video.mp4')
  if (existsSync(path)) return { folder, path }
  const piece = Buffer.alloc(megabyte)
  const file = openSync(path, 'w', 0o644)
  for (let at = 0; at < fileBytes / megabyte; at++) {
    piece.fill(`part ${at} of the video `)
    writeSync(file, piece)
  }
  closeSync(file)
  return { folder, path }
}

/** Puts the file into the media store of a server of ours, and returns the folder of the store. */
function storeVideo(environment: Environment, serverFolder: string): string {
  const media = join(dataDirIn(serverFolder), 'media')
  mkdirSync(join(media, 'videos'), { recursive: true })
  const target = join(media, 'videos', videoId)
  if (!existsSync(target)) linkSync(videoFile(environment).path, target)
  for (const folder of [serverFolder, dataDirIn(serverFolder), media, join(media, 'videos')]) chmodSync(folder, 0o755)
  return media
}

const cookies = new WeakMap<Server, Promise<string>>()
/** The session of an enrolled student, one for all cases. */
function cookieOf(server: Server): Promise<string> {
  const known = cookies.get(server)
  if (known) return known
  const made = fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(student), password }),
  }).then((answer) => {
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
    expectThat(answer.ok && cookie !== undefined, `our login returns ${answer.status}`)
    return cookie ?? ''
  })
  cookies.set(server, made)
  return made
}

/** Checks that a server sends a part to its reader, and ours to no one else. */
async function checkRange(origin: string, request: Request | undefined): Promise<void> {
  if (!request) throw new Error('no request')
  const answer = await probe(origin + request.path, request.headers)
  expectThat(answer.status === 206, `a range returns ${answer.status} ${answer.body.subarray(0, 300)}`)
  expectThat(answer.body.length === megabyte, `a range has ${answer.body.length} bytes`)
  expectThat(answer.body.toString('latin1', 0, 12) === 'part 0 of th', 'a range has other bytes')
  if (!request.headers.Cookie) return
  const refused = await probe(origin + request.path, { Range: request.headers.Range ?? '' })
  expectThat(refused.status === 401, `a visitor gets ${refused.status}`)
}

const megabytes = (must: number, aim: number, moonshot: number): Ratio => ({
  of: 'MiB/s',
  value: ({ perSecond }) => perSecond,
  better: 'higher',
  must,
  aim,
  moonshot,
})

type Ours = { server: Server; partPid?: number; requests: Request[] }

/** Our server itself, or with nginx in front of it, which sends the files that it allows. */
async function oursWith(environment: Environment, started: Started, proxied: boolean): Promise<Ours> {
  const direct = await environment.ours()
  const Cookie = await cookieOf(direct)
  const requests = rangesOf(path, { Cookie })
  if (!proxied) {
    storeVideo(environment, environment.folderFor('ours'))
    return { server: direct, requests }
  }
  const folder = environment.folderFor('ours-behind-nginx')
  const media = storeVideo(environment, folder)
  const databaseUrl = await environment.ourDatabase()
  const env = { MEDIA_ACCEL_PATH: '/files/' }
  const app = await started.keep(startOurServer({ folder, databaseUrl, profile: false, env }))
  const nginx = await started.keep(startNginxFiles(folder, media, app))
  return { server: nginx, partPid: app.pid, requests }
}

const against = (connections: number, proxied: boolean, ratios: readonly Ratio[]): BenchCase => ({
  id: 'L6',
  title: `1 MiB ranges, ${connections === 1 ? '1 client' : `${connections} clients`}${proxied ? ', X-Accel-Redirect' : ''}`,
  ratios,
  prepare: async (environment, started) => {
    const ours = await oursWith(environment, started, proxied)
    const folder = environment.folderFor(`l6-${connections}-${proxied}`)
    const nginx = await started.keep(startNginxFiles(folder, videoFile(environment).folder))
    const theirs = rangesOf('/files/video.mp4')
    await checkRange(ours.server.origin, ours.requests[0])
    await checkRange(nginx.origin, theirs[0])
    const { pid: databasePid } = await environment.cluster()
    return {
      ours: httpSide(ours.server, { partPid: ours.partPid, databasePid, connections, requests: () => ours.requests }),
      peer: httpSide(nginx, { connections, requests: () => theirs }),
      note: 'a file of 200 MB',
    }
  },
})

/** Parts of a video of which it is checked who may have them, against nginx sending a file to everyone. */
export const l6: readonly BenchCase[] = [
  against(1, false, [megabytes(0.6, 0.85, 1)]),
  against(16, false, [megabytes(0.7, 1, 1.1)]),
  against(16, true, [megabytes(0.7, 1, 1.1)]),
]

const beside = (proxied: boolean): BenchCase => ({
  id: 'P5',
  title: `entitled 1 MiB ranges${proxied ? ', X-Accel-Redirect' : ''}`,
  ratios: [cpu(1 / 6, 1 / 10, 1 / 13)],
  prepare: async (environment, started) => {
    const ours = await oursWith(environment, started, proxied)
    const directus = await environment.directus()
    const theirs = rangesOf(`/assets/${await addDirectusFile(directus, videoFile(environment).path, 'video/mp4')}`)
    await checkRange(ours.server.origin, ours.requests[0])
    await checkRange(directus.origin, theirs[0])
    const side = { connections: 16, databasePid: (await environment.cluster()).pid }
    return {
      ours: httpSide(ours.server, { ...side, partPid: ours.partPid, requests: () => ours.requests }),
      peer: httpSide(directus, { ...side, requests: () => theirs }),
      note: 'theirs is a public file',
    }
  },
})

/** The same parts, against the assets of Directus. */
export const p5: readonly BenchCase[] = [beside(false), beside(true)]
