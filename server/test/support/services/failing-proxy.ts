import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a request asks for: its method, and its path with the query. */
type Asked = { method: string; url: string }

/**
 * Stands between a client and an HTTP service, and answers 503 instead of the service where `fails` says so, after it has read the
 * request. Signatures stay valid: the service sees the host that the client named.
 */
export async function openFailingProxy(target: string) {
  const { hostname, port } = new URL(target)
  const failing: { fails: (asked: Asked) => boolean } = { fails: () => false }
  const server = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming
    // this server has answered it already
    const { expect: _, ...headers } = incoming.headers
    if (failing.fails({ method, url })) {
      incoming.resume()
      incoming.once('end', () => answer.writeHead(503).end())
      return
    }
    const passed = request({ hostname, port, method, path: url, headers, agent: false }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
      answered.pipe(answer)
    })
    // Swift sends a body after the head of an answer to HEAD, which is no error for its reader
    passed.on('error', () => (answer.headersSent ? answer.end() : answer.destroy()))
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failWhere(fails: (asked: Asked) => boolean): void {
      failing.fails = fails
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
