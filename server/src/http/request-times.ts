import type { Histogram, Registry } from 'prom-client'

/** Upper bounds of the buckets in seconds. */
const bounds = [0.005, 0.025, 0.1, 0.5, 1, 5, 30]
const name = 'http_request_duration_seconds'

/** `counts` has a number for each bound, and the last one for longer times. */
type Series = { method: string; status: number; counts: number[]; sum: number }

/** Counts a response. `route` is the pattern of its path. */
export type CountResponse = (method: string, route: string, status: number, seconds: number) => void

/**
 * Registers the histogram of the times of requests; returns the function that counts one. The histogram of prom-client validates and
 * joins the labels of each observation, which takes longer than some requests.
 */
export function countResponses(registry: Registry): CountResponse {
  const byRoute = new Map<string, Series[]>()
  const metric = {
    name,
    async get() {
      const values = [...byRoute].flatMap(([route, all]) => all.flatMap((series) => valuesOf(route, series)))
      const help = 'Time from the first byte of a request to the end of its response'
      return { name, help, type: 'histogram', values, aggregator: 'sum' }
    },
  }
  registry.registerMetric(metric as unknown as Histogram) // a registry uses the name and `get` of its metrics
  const seriesOf = (method: string, route: string, status: number): Series => {
    const known = byRoute.get(route)
    const found = known?.find((one) => one.status === status && one.method === method)
    if (found) return found
    const series = { method, status, counts: [...bounds.map(() => 0), 0], sum: 0 }
    if (known) known.push(series)
    else byRoute.set(route, [series])
    return series
  }
  return (method, route, status, seconds) => {
    const series = seriesOf(method, route, status)
    let at = 0
    while (seconds > (bounds[at] ?? Infinity)) at++
    series.counts[at] = (series.counts[at] ?? 0) + 1
    series.sum += seconds
  }
}

function valuesOf(route: string, { method, status, counts, sum }: Series) {
  const labels = { method, route, status }
  let count = 0
  const buckets = counts.map((one, at) => {
    count += one
    return { metricName: `${name}_bucket`, labels: { le: bounds[at] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
