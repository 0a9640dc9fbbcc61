import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../lib/child.ts'
import { password } from '../lib/dataset.ts'
import { treeCpuMs, treeMemory } from '../lib/machine.ts'
import { quantile } from '../lib/report.ts'
import { addressesOf, type Waited, type Who } from './calls.ts'

export type Measured = {
  courses: number
  name: string
  requests: number
  p50: number
  p99: number
  /** CPU milliseconds of a request, in the server and in PostgreSQL */
  cpu: number
  databaseCpu: number
  /** bytes of the last answer, as received (compressed where the server compresses) */
  bytes: number
  /** statuses that were not 2xx, with their number */
  failed: Record<string, number>
}

/** Longest time for one row, milliseconds. */
const longest = 8000
const warmUps = 3

/** Signs the accounts in; the value is a `Cookie` header. */
export async function signInAll(origin: string, courses: number): Promise<Record<Who, string>> {
  const cookies: Record<string, string> = { visitor: '' }
  for (const [who, email] of Object.entries(addressesOf(courses))) {
    const answer = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const [cookie] = answer.headers.getSetCookie()[0]?.split(';') ?? []
    if (!answer.ok || !cookie) throw new Error(`${email} could not log in: ${await answer.text()}`)
    cookies[who] = cookie
  }
  // every account has been signed in above
  return cookies as Record<Who, string>
}

/** Waits until the server does nothing by itself any more (it fills the index of the search), at most `mostMs`. */
export async function waitUntilQuiet(pid: number, mostMs: number): Promise<void> {
  const end = Date.now() + mostMs
  for (let quiet = 0; quiet < 3 && Date.now() < end; ) {
    const before = treeCpuMs(pid)
    await sleep(1000)
    quiet = treeCpuMs(pid) - before < 80 ? quiet + 1 : 0
  }
}

type Sent = { ms: number; status: number; bytes: number }

async function send(origin: string, cookie: string, waited: Waited, at: number): Promise<Sent> {
  const began = performance.now()
  const answer = await fetch(origin + waited.path(at), {
    method: waited.method ?? 'GET',
    redirect: 'manual',
    headers: {
      // every request is another client's: limits of clients are not what is measured
      'x-forwarded-for': `10.${at % 250}.${Math.floor(at / 250) % 250}.7`,
      'accept-encoding': 'br',
      ...(cookie && { cookie }),
      ...(waited.body && { 'content-type': 'application/json', origin: 'https://courses.bench.example' }),
    },
    ...(waited.body && { body: JSON.stringify(waited.body(at)) }),
  }).catch(() => null)
  const body = await answer?.arrayBuffer().catch(() => null)
  return { ms: performance.now() - began, status: answer && body ? answer.status : 0, bytes: body?.byteLength ?? 0 }
}

/** Sends one row's requests one after the other. */
export async function measure(
  { server, databasePid, courses }: { server: Server; databasePid: number; courses: number },
  cookie: string,
  waited: Waited,
  requests: number,
): Promise<Measured> {
  const { origin, pid } = server
  for (let at = 0; at < warmUps; at++) await send(origin, cookie, waited, at)
  const [cpu, databaseCpu] = [treeCpuMs(pid), treeCpuMs(databasePid)]
  const end = Date.now() + longest
  const sent: Sent[] = []
  while (sent.length < requests && (Date.now() < end || sent.length < 2))
    sent.push(await send(origin, cookie, waited, warmUps + sent.length))
  const failed: Record<string, number> = {}
  for (const { status } of sent) if (status < 200 || status > 299) failed[status] = (failed[status] ?? 0) + 1
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b)
  const each = (total: number) => Number((total / sent.length).toFixed(2))
  return {
    courses,
    name: waited.name,
    requests: sent.length,
    p50: Number(quantile(times, 0.5).toFixed(1)),
    p99: Number(quantile(times, 0.99).toFixed(1)),
    cpu: each(treeCpuMs(pid) - cpu),
    databaseCpu: each(treeCpuMs(databasePid) - databaseCpu),
    bytes: sent.at(-1)?.bytes ?? 0,
    failed,
  }
}

/** Resident memory of the server in bytes. */
export const memoryOf = (server: Server): number => treeMemory(server.pid).rssBytes
