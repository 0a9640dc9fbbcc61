import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from '#ports/tracing.ts'

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const

/** Timeout in milliseconds of the last export at the end of the process, which must not delay a shutdown. */
const lastExportMs = 2_000

export type OtlpOptions = {
  /** URL of the collector, such as http://localhost:4318 */
  endpoint: string
  serviceName: string
}

/** Sends traces with OpenTelemetry's SDK to a collector by OTLP over HTTP, in batches from a bounded queue. */
export function otlpTracing({ endpoint, serviceName }: OtlpOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('virtual-courses')
  return {
    open({ name, kind, attributes, parent, beganMsAgo = 0 }) {
      const [, traceId, spanId, flags] = traceparentForm.exec(parent ?? '') ?? []
      const from =
        traceId && spanId
          ? { traceId, spanId, traceFlags: Number.parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED, isRemote: true }
          : undefined
      const context = from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT
      const startTime = Date.now() - beganMsAgo
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, startTime }, context)
      const own = span.spanContext()
      return {
        traceparent: `00-${own.traceId}-${own.spanId}-0${own.traceFlags & TraceFlags.SAMPLED}`,
        end(more = {}, error) {
          span.setAttributes(more)
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
          span.end()
        },
      }
    },
    async close() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, lastExportMs).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), limit])
    },
  }
}

const traceparentForm = /^[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/
