import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { SentResponse } from './record-responses.ts'
import { chooseForm, keptHeaders } from './send-json.ts'
import type { KeptSource } from './serve.ts'
import { sessionCookie } from './session.ts'

type Options = {
  /** sources of kept replies by path */
  kept: ReadonlyMap<string, KeptSource>
  /** headers of every response */
  headers: Readonly<Record<string, string>>
  /** Returns false for a request that may have to be refused. */
  isOpen: (request: IncomingMessage) => boolean
  record: (sent: SentResponse) => void
}

/** True for a request of a visitor who asks whether what they have is still current, and nothing else. */
const isPlainQuestion = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['if-none-match'] !== undefined &&
  headers.host !== undefined &&
  headers.origin === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  !headers.cookie?.includes(sessionCookie)

/**
 * Answers 304 to visitors who have a kept reply, before Fastify: most requests for such a reply are of this kind, and their way through
 * hooks and handler is several times their own cost. The response is the same, and is logged and counted. Every request
 * that is not plain goes to Fastify. Call it when the server is ready.
 */
export function answerUnchanged(app: FastifyInstance, { kept, headers: standard, isOpen, record }: Options): void {
  const { server } = app
  const others = server.listeners('request')
  const headers = Object.entries({ ...standard, ...keptHeaders }).flat()
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method = '' } = request
    const source = kept.get(url)
    if (!source || !isPlainQuestion(request) || !isOpen(request)) return false
    const reply = source()
    if (!reply) return false
    const { unchanged, tag } = chooseForm(request.headers, reply.own)
    if (!unchanged) return false
    const begun = performance.now()
    const requestId = app.requestIdFor(request)
    afterReading(() => {
      response.writeHead(304, [...headers, 'etag', tag]).end()
      record({ requestId, method, route: url, url, status: 304, ms: performance.now() - begun })
    })
    return true
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (answer(request, response)) return
    for (const other of others) other.call(server, request, response)
  })
}

let waiting: (() => void)[] = []

/**
 * Calls `send` when the requests that have arrived are read. Their responses are then written one after the other: a proxy on this
 * machine is woken once and not for each of them, which costs more than a short response.
 */
function afterReading(send: () => void): void {
  if (waiting.push(send) > 1) return
  setImmediate(() => {
    const sends = waiting
    waiting = []
    for (const one of sends) one()
  })
}
