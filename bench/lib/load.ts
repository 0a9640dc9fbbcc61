import { autocannonLoad } from './autocannon-load.ts'
import { findProgram } from './missing.ts'
import { wrkLoad } from './wrk-load.ts'

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
