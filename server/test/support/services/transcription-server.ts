import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Behaviour } from '#adapters/transcriber/conformance.ts'

export type TranscriptionServer = {
  /** base address */
  url: string
  /** for the next requests, the last one for all further ones */
  behaviours: Behaviour[]
  requests: { key: string; fields: Record<string, string>; bytes: number }[]
  strays(): number
  close(): Promise<void>
}

/** A server with OpenAI's call for recognising speech, which hears what it is told. Other keys than `key` are refused. */
export async function startTranscriptionServer(key: string): Promise<TranscriptionServer> {
  const behaviours: Behaviour[] = [{ kind: 'recognises', lines: [] }]
  const requests: TranscriptionServer['requests'] = []
  const timers = new Set<NodeJS.Timeout>()
  let strays = 0

  function answer(response: ServerResponse, behaviour: Behaviour | undefined): void {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (behaviour?.kind) {
      case 'recognises':
        return void json(200, { task: 'transcribe', language: 'english', text: 'all', segments: behaviour.lines })
      case 'refuses':
        return void json(401, { error: { message: `Incorrect API key provided: ${key}` } })
      case 'is down':
        return void json(503, { error: { message: 'overloaded' } })
      case 'talks nonsense':
        return void json(200, { text: 'words without times' })
      case 'sends elsewhere':
        return void response.writeHead(307, { location: '/elsewhere' }).end()
      case 'never ends': {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"segments":[')
        const more = setInterval(() => response.write(' '.repeat(512 * 1024)), 1)
        timers.add(more)
        return void response.on('close', () => clearInterval(more))
      }
    }
    // hangs
  }

  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/audio/transcriptions') {
      strays++
      return void response.writeHead(404).end()
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const type = request.headers['content-type'] ?? ''
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    const fields = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    requests.push({ key: request.headers.authorization ?? '', fields, bytes: file instanceof Blob ? file.size : 0 })
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    answer(response, request.headers.authorization === `Bearer ${key}` ? behaviour : { kind: 'refuses' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // it listens on a port
    behaviours,
    requests,
    strays: () => strays,
    async close() {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
