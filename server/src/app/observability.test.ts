import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { api } from '@virtual-courses/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/create-test-app.ts'
import { allJobs } from './job-registry.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

/** A collector that keeps the spans of OTLP over HTTP. */
async function startCollector(): Promise<{ endpoint: string; spans: Span[] }> {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export // as the protocol says; the test looks at it
    if (request.url === '/v1/traces')
      spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap((s) => s.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans } // listening on TCP
}

/** Trace context that the proxy has begun. */
const edgeTrace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

test('one trace and one request id lead from the proxy through request, queries and job to the log', async () => {
  const collector = await startCollector()
  const app = await createTestApp({
    config: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, TRUST_PROXY: 1 },
    overrides: { mail: { send: () => Promise.reject(new Error('the mail server is away')) } },
  })
  const asha = await app.makeUser()
  const failed = () => app.logged.find(({ msg }) => msg === 'a job failed')
  const answer = await app.server.inject({
    method: api.accounts.sendOtp.method,
    url: api.accounts.sendOtp.path,
    payload: { email: asha.user.email },
    headers: {
      'x-request-id': 'edge-request-1',
      traceparent: `00-${edgeTrace.traceId}-${edgeTrace.spanId}-01`,
      'x-forwarded-for': '192.0.2.1',
    },
  })
  expect(answer.statusCode).toBe(200)
  await app.deps.queue.work(allJobs(app.deps).filter(({ kind }) => kind.name === 'deliver-password-code'))
  await expect
    .poll(failed, { timeout: 20_000 })
    .toMatchObject({ reqId: 'edge-request-1', job: 'deliver-password-code' })
  const refused = await app.server.inject({ url: '/api/nothing', headers: { 'x-request-id': 'edge-request-2' } })
  expect(refused.json()).toMatchObject({ requestId: 'edge-request-2' })
  const forged = await app.server.inject({ url: '/api/nothing', headers: { 'x-request-id': 'two\twords' } })
  expect(forged.json().requestId).toMatch(/^[0-9a-z]{12,}$/)
  await app.close()

  const inTrace = collector.spans.filter(({ traceId }) => traceId === edgeTrace.traceId)
  const request = inTrace.find(({ name }) => name === `POST ${api.accounts.sendOtp.path}`)
  expect(request).toMatchObject({ parentSpanId: edgeTrace.spanId })
  const job = inTrace.find(({ name }) => name === 'job deliver-password-code')
  expect(job).toMatchObject({ parentSpanId: request?.spanId, status: { code: 2 } })
  const parents = inTrace.filter(({ name }) => name.startsWith('postgresql ')).map(({ parentSpanId }) => parentSpanId)
  expect(new Set(parents)).toEqual(new Set([request?.spanId, job?.spanId]))
  expect(JSON.stringify(collector.spans)).not.toContain(asha.user.email)
})

test('without a trusted proxy the ids and traces of visitors are not taken', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const refused = await app.server.inject({ url: '/api/nothing', headers: { 'x-request-id': 'my-own-request' } })
  expect(refused.json().requestId).not.toBe('my-own-request')

  const { body } = await app.server.inject('/metrics')
  const exported = new Set([...body.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name]) => name ?? ''))
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const text = readFileSync(resolve(import.meta.dirname, '../../../deploy/monitoring', file), 'utf8')
    const used = [...text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+(?=[[{ )]|$|\\?")/gm)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    const unknown = new Set(used.filter((name) => !exported.has(name) && !notMetrics.has(name)))
    expect([...unknown], file).toEqual([])
    expect(used.filter((name) => exported.has(name)).length, file).toBeGreaterThan(10)
  }
  expect(body).toMatch(/^jobs_due\{state="created"\} 0$/m)
  expect(body).toMatch(/^database_pool_wait_seconds_count [1-9]/m)
  expect(body).toMatch(/^data_dir_free_bytes [1-9]/m)
})

/** A function of PromQL, and metrics of services that this application does without. */
const notMetrics = new Set(['histogram_quantile', 'redis_up', 'search_up', 'media_up'])

test('the log says why a part is not ready, which the answer does not', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const media = join(app.dataDir, 'media')
  rmSync(media, { recursive: true, force: true })
  writeFileSync(media, 'a file in its place')
  expect((await app.server.inject('/readyz')).json()).toEqual({ status: 'not ready', failing: 'storage' })
  expect(app.logged).toContainEqual(
    expect.objectContaining({
      msg: 'a part is not ready',
      part: 'storage',
      err: expect.objectContaining({ message: expect.stringContaining(media) }),
    }),
  )
})
