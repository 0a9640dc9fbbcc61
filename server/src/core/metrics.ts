import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process that are counted where things happen. `http/operator.ts` exports them, with those that it reads itself. */
export const processMetrics = new Registry()
const registers = [processMetrics]

export const jobSeconds = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time of one attempt of a job, by kind and outcome (done or failed)',
  labelNames: ['kind', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
})

export const poolWaitSeconds = new Histogram({
  name: 'database_pool_wait_seconds',
  help: 'Time that a query or transaction waited for a connection of the pool',
  buckets: [0.001, 0.01, 0.1, 1, 5],
  registers,
})

export const paymentsSettled = new Counter({
  name: 'payments_settled_total',
  help: 'Captured payments that were settled: enrolled, settled (again), refunding, or the code of the problem',
  labelNames: ['outcome'],
  registers,
})

export const providerCalls = new Counter({
  name: 'payment_provider_calls_total',
  help: 'Calls to the payment provider, by call and outcome (done or failed)',
  labelNames: ['call', 'outcome'],
  registers,
})

export const mediaBytes = new Counter({
  name: 'media_sent_bytes_total',
  help: 'Bytes of videos, images and other files that this process has sent',
  registers,
})

export const uploadsEnded = new Counter({
  name: 'uploads_ended_total',
  help: 'Resumable uploads that arrived completely, by what became of them',
  labelNames: ['outcome'],
  registers,
})

export const streamSeconds = new Histogram({
  name: 'video_stream_seconds',
  help: 'Time of one attempt to make the stream of a video, by outcome: done, failed, refused (the video itself), canceled or stopped',
  labelNames: ['outcome'],
  buckets: [10, 60, 300, 1800, 7200, 43_200],
  registers,
})

export const storeFindings = new Gauge({
  name: 'media_store_findings',
  help: 'What the last check of the media store by this process found: objects that no row names, and rows without bytes (unnamed or missing)',
  labelNames: ['kind'],
  registers,
})

export const cacheRebuilds = new Counter({
  name: 'cache_rebuilds_total',
  help: 'Times that a cache of this process was made again, by cache',
  labelNames: ['cache'],
  registers,
})
