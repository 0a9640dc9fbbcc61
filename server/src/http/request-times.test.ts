import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countResponses } from './request-times.ts'

test('the exported text is what a histogram of prom-client exports', async () => {
  const ours = new Registry()
  const theirs = new Registry()
  const count = countResponses(ours)
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    registers: [theirs],
  })
  expect(await ours.metrics()).toBe(await theirs.metrics())
  for (const [method, route, status, seconds] of [
    ['GET', '/api/a', 200, 0],
    ['GET', '/api/a', 200, 0.005],
    ['GET', '/api/a', 200, 0.0051],
    ['GET', '/api/a', 304, 4.9],
    ['HEAD', '/api/a', 200, 30],
    ['POST', '/api/:b', 500, 31],
    ['GET', '/api/a', 200, 1000],
    ['GET', 'unknown', 404, 0.3],
  ] as const) {
    count(method, route, status, seconds)
    histogram.observe({ method, route, status }, seconds)
  }
  const sorted = async (registry: Registry) => (await Registry.merge([registry]).metrics()).split('\n').sort()
  expect(await sorted(ours)).toEqual(await sorted(theirs))
})
