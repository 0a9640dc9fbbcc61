import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { printFailures } from './print-failures.ts'

/**
 * A setup file: prints why a test met a 500, and records what the tests did, each thing once a process: endpoints with their status in the
 * file of TEST_CALLS_FILE, which `npm test` reads, and SQL statements with parameters, those on PostgreSQL alone, as lines of
 * JSON in that of TEST_STATEMENTS_FILE, which `statements.test.ts` reads.
 */
const recorded: unique symbol = Symbol.for('virtual-courses.recorded-runs')
// files share one process, and each of them runs this file
const shared = globalThis as { [recorded]?: Set<string> }

function recordInto(file: string, seen: Set<string>, line: string): void {
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, `${line}\n`)
}

function recordCalls(file: string, seen: Set<string>): void {
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { request, reply } = message as { request: FastifyRequest; reply: FastifyReply } // what Fastify publishes
    reply.raw.once('close', () =>
      recordInto(file, seen, `${request.method} ${request.routeOptions.url} ${reply.statusCode}`),
    )
  })
}

/** The driver publishes nothing by itself, so its method is wrapped. The text has placeholders, never values. */
function recordStatements(file: string, seen: Set<string>): void {
  const { query } = pg.Client.prototype
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values)) recordInto(file, seen, JSON.stringify(text))
    return Reflect.apply(query, this, args)
  }
  Object.assign(pg.Client.prototype, { query: recording })
}

printFailures()
if (!shared[recorded]) {
  const seen = new Set<string>()
  shared[recorded] = seen
  const { TEST_CALLS_FILE: calls, TEST_STATEMENTS_FILE: statements, TEST_ENGINE: engine } = process.env
  if (calls) recordCalls(calls, seen)
  if (calls && statements && engine === 'postgres') recordStatements(statements, seen)
}
