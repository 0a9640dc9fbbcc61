import autocannon from 'autocannon'
import type { LoadOptions, LoadResult } from './load.ts'

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
