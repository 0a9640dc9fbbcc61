import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type BenchCase, type CpuMs, cpu, type Side } from '../lib/bench-case.ts'
import type { Started } from '../lib/child.ts'
import { emailOf, insertRows, makeDataset, password, size } from '../lib/dataset.ts'
import type { Environment } from '../lib/environment.ts'
import { treeCpuMs } from '../lib/machine.ts'
import { startDemoServer } from '../lib/our-server.ts'
import { startCluster } from '../lib/postgres.ts'
import { quantile } from '../lib/report.ts'

/** Segments of the lecture that a visitor watches. */
const segments = 10
/** How long the start of a demo goes on, milliseconds: its jobs add up the demo's views and sales within the first minute. */
const startMs = 65_000
/** How long what follows a purchase may take, such as its mails and documents, milliseconds; it counts. */
const settleMs = 2000

type Course = { _id: string; price: number; lectures: { _id: string; videoUrl: string }[] }

type Confirmation = { orderId: string; paymentId: string; signature: string }
/** 0.1.0 has the second name. */
type Approved = { confirmation?: Confirmation; result?: Confirmation }

/** A browser's calls: its cookies, and an address of its own at the proxy, so that no limit of one client is met. */
function openVisitor(origin: string, address: string) {
  const cookies = new Map<string, string>()
  const send = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const response = await fetch(origin + path, {
      ...options,
      headers: { ...options.headers, cookie: [...cookies.values()].join('; '), 'x-forwarded-for': address },
    })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';')
      cookies.set(pair.split('=')[0] ?? '', pair)
    }
    return response
  }
  return {
    get: async (path: string, headers = {}) => Buffer.from(await (await send(path, { headers })).arrayBuffer()),
    read: async <T>(path: string) => (await (await send(path)).json()) as T, // our own answers
    post: async <T>(path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (await (await send(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as T // our own answers
    },
  }
}

/**
 * What a visitor causes who finds a course, buys it and begins with its first lecture. Every call exists since 0.1.0. `did` is told of
 * each step; what goes on after the answer, such as the mails after a purchase, falls into the next ones.
 */
async function visit(origin: string, person: number, did: (step: string) => void): Promise<void> {
  const { get, read, post } = openVisitor(origin, `10.2.${person >> 8}.${person & 255}`)
  const home = (await get('/')).toString()
  did('home')
  // scripts and styles that the document names
  for (const [asset] of new Set(home.match(/\/assets\/[\w.-]+/g)).entries()) await get(asset)
  did('its scripts and styles')
  const { courses } = await read<{ courses: Course[] }>('/api/course/catalogue?limit=20')
  did('list')
  await post('/api/ai/search', { input: 'learn web development' })
  did('search')
  const paid = courses.filter(({ price }) => price > 0)
  const { _id: courseId } = paid[person % paid.length] ?? { _id: '' }
  await read(`/api/course/getcourse/${courseId}`)
  did('course')
  await post('/api/auth/login', { email: emailOf(person), password })
  did('login')
  const { id } = await post<{ id: string }>('/api/payment/create-order', { courseId })
  did('order')
  const approved = await post<Approved>(`/sandbox/checkout/${id}/act`, { outcome: 'approve' })
  const confirmation = approved.confirmation ?? approved.result
  await post('/api/payment/verify-payment', {
    razorpay_order_id: confirmation?.orderId,
    razorpay_payment_id: confirmation?.paymentId,
    razorpay_signature: confirmation?.signature,
  })
  did('payment')
  const { lectures } = await read<Course>(`/api/course/getcourselecture/${courseId}`)
  did('lectures')
  const lecture = lectures.find(({ videoUrl }) => videoUrl !== '')
  if (!lecture) throw new Error(`${courseId} has no lecture to watch`)
  await get(`/viewlecture/${courseId}?lecture=${lecture._id}`)
  did('page of the lecture')
  const { pathname } = new URL(lecture.videoUrl, origin)
  const bytes = 32_768
  for (let at = 0; at < segments; at++) await get(pathname, { range: `bytes=${at * bytes}-${(at + 1) * bytes - 1}` })
  did('ranges of the video')
}

/** A demo server of the working copy `root` on a PostgreSQL of its own, with accounts that own nothing. */
async function openShop(environment: Environment, started: Started, name: string, root: string): Promise<Side> {
  const folder = environment.folderFor(name)
  const cluster = await started.keep(startCluster(folder))
  const databaseUrl = await cluster.createDatabase('visits')
  const server = await started.keep(
    startDemoServer(folder, root, databaseUrl, {
      TRUST_PROXY: '1',
      // each thread writes its own
      ...(environment.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` }),
    }),
  )
  const client = new Client(databaseUrl)
  await client.connect()
  const { users } = makeDataset(await environment.passwordHash())
  await insertRows(client, 'users', users)
  await client.end()
  const cpuNow = (): CpuMs => ({ server: treeCpuMs(server.pid), database: treeCpuMs(cluster.pid) })
  let person: number = size.creators
  return {
    name,
    async run(seconds) {
      const steps: Record<string, CpuMs> = {}
      const begun = performance.now()
      const times: number[] = []
      let before = cpuNow()
      const did = (step: string) => {
        const now = cpuNow()
        const { server: ofServer, database } = steps[step] ?? { server: 0, database: 0 }
        steps[step] = {
          server: ofServer + now.server - before.server,
          database: database + now.database - before.database,
        }
        before = now
      }
      while (performance.now() - begun < seconds * 1000) {
        const arrived = performance.now()
        await visit(server.origin, person++, did)
        times.push(performance.now() - arrived)
      }
      const operations = times.length
      const perSecond = operations / ((performance.now() - begun) / 1000)
      await sleep(settleMs)
      did('after the last visit')
      for (const step of Object.values(steps)) {
        step.server /= operations
        step.database /= operations
      }
      const sum = (part: keyof CpuMs) => Object.values(steps).reduce((all, step) => all + step[part], 0)
      const serverCpuMs = sum('server')
      const sorted = times.sort((a, b) => a - b)
      const [p50Ms, p99Ms] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
      return { operations, perSecond, serverCpuMs, cpuMs: serverCpuMs + sum('database'), p50Ms, p99Ms, steps }
    },
  }
}

/** A whole visit, against the same at another working copy, such as that of the last release. Its web application must be built. */
export const v1 = (other: string): BenchCase => ({
  id: 'V1',
  title: 'a visit with a purchase',
  ratios: [cpu(1.1, 1, 0.8)],
  prepare: async (environment, started) => {
    const ours = await openShop(environment, started, 'Virtual Courses', resolve(import.meta.dirname, '../..'))
    const peer = await openShop(environment, started, 'the other copy', other)
    await sleep(startMs)
    return { ours, peer, note: `${segments} ranges of a lecture` }
  },
})
