/** The few parts of autocannon's interface that the benchmarks use; the package ships no types. */
declare module 'autocannon' {
  export type Options = {
    url: string
    connections: number
    duration: number
    timeout: number
    requests: { method: string; path: string; headers: Record<string, string>; body?: string }[]
  }
  export type Result = {
    duration: number
    errors: number
    '4xx': number
    '5xx': number
    requests: { total: number }
    latency: { p50: number; p99: number }
  }
  const autocannon: (options: Options) => Promise<Result>
  // biome-ignore lint/style/noDefaultExport: the package exports its function so
  export default autocannon
}
