/** A piece of work that is under way: a request, a job. */
export type OpenSpan = {
  /** W3C trace context (`traceparent`) of the span, for the work that it starts elsewhere */
  traceparent: string
  /** Ends the span. `error` marks it as failed. */
  end(attributes?: Record<string, string | number>, error?: string): void
}

export type SpanStart = {
  name: string
  kind: 'server' | 'producer' | 'consumer' | 'client'
  attributes: Record<string, string | number>
  /** trace context of the work that started this one; without it a trace begins */
  parent?: string | undefined
  /** milliseconds before now at which it began; 0 by default */
  beganMsAgo?: number
}

/** Where traces are sent to. A span is never waited for; what cannot be sent is dropped. */
export type Tracing = {
  open(span: SpanStart): OpenSpan
  /** Sends what is left. */
  close(): Promise<void>
}
