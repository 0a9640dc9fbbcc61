import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { z } from 'zod'
import { findProgram } from '../../scripts/prepare/system-programs.ts'

export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export type LoadOptions = {
  /** like http://127.0.0.1:4000 */
  origin: string
  /** sent in turn, over and over */
  requests: readonly Request[]
  connections: number
  seconds: number
}

export type LoadResult = {
  requests: number
  seconds: number
  /** answers of 400 and above, and requests that got no answer */
  failures: number
  p50Ms: number
  p99Ms: number
}

/** The load driver: wrk where it is installed, else autocannon, which is itself the bottleneck above some 30,000 requests a second. */
export const driverName = (): 'wrk' | 'autocannon' => (findProgram('wrk') ? 'wrk' : 'autocannon')

/** Sends requests over keep-alive connections for so many seconds, without think time, and counts. */
export const load = (options: LoadOptions): Promise<LoadResult> => {
  const wrk = findProgram('wrk')
  return wrk ? wrkLoad(wrk, options) : autocannonLoad(options)
}

/** Drives with autocannon, for machines without wrk. */
export async function autocannonLoad(options: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({
    url: options.origin,
    connections: options.connections,
    duration: options.seconds,
    timeout: 10,
    requests: [...options.requests],
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    failures: result.errors + result['4xx'] + result['5xx'],
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

const run = promisify(execFile)

/** A Lua string literal; anything but plain printable ASCII goes as a decimal escape of its bytes. */
const lua = (text: string): string => {
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte >= 32 && byte < 127 && byte !== 34 && byte !== 92
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  )
  return `"${bytes.join('')}"`
}

const luaTable = (entries: Record<string, string>): string =>
  `{${Object.entries(entries)
    .map(([key, value]) => `[${lua(key)}]=${lua(value)}`)
    .join(',')}}`

const formatCall = ({ method, path, headers, body }: Request): string =>
  `wrk.format(${lua(method)}, ${lua(path)}, ${luaTable(headers)}, ${body === undefined ? 'nil' : lua(body)})`

/** With one request wrk sends a fixed string and Lua stays out of the loop; with several it cycles through strings made beforehand. */
const script = (requests: readonly Request[]): string => {
  const [first] = requests
  if (!first) throw new Error('No request to send')
  const sending =
    requests.length === 1
      ? `wrk.method = ${lua(first.method)}
wrk.path = ${lua(first.path)}
wrk.headers = ${luaTable(first.headers)}
${first.body === undefined ? '' : `wrk.body = ${lua(first.body)}`}`
      : `local list, at = {}, 0
init = function()
  ${requests.map((request) => `list[#list + 1] = ${formatCall(request)}`).join('\n  ')}
end
request = function()
  at = at % #list + 1
  return list[at]
end`
  return `${sending}
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\nRESULT {"requests":%d,"micros":%d,"status":%d,"lost":%d,"p50":%d,"p99":%d}\\n',
    summary.requests, summary.duration, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`
}

const Result = z.object({
  requests: z.number(),
  micros: z.number(),
  status: z.number(),
  lost: z.number(),
  p50: z.number(),
  p99: z.number(),
})

/** Drives with wrk, one thread: on a small machine a second one would only take from the server. */
export async function wrkLoad(wrk: string, options: LoadOptions): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-wrk-'))
  try {
    const file = join(folder, 'requests.lua')
    await writeFile(file, script(options.requests))
    const args = ['-t1', `-c${options.connections}`, `-d${options.seconds}s`, '--timeout', '10s', '-s', file]
    const { stdout } = await run(wrk, [...args, options.origin], { maxBuffer: 1 << 20 })
    const line = /^RESULT (.*)$/m.exec(stdout)?.[1]
    if (!line) throw new Error(`wrk printed no result:\n${stdout}`)
    const result = Result.parse(JSON.parse(line))
    return {
      requests: result.requests,
      seconds: result.micros / 1e6,
      failures: result.status + result.lost,
      p50Ms: result.p50 / 1000,
      p99Ms: result.p99 / 1000,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
