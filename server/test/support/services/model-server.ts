import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How one request is answered; the first of `replies` is for the first request, the last one for all further ones. */
export type ScriptedReply = {
  /** pieces of text */
  say?: readonly string[]
  /** a tool that is called after the text */
  call?: { name: string; input: unknown }
  /**
   * `cut` closes in good order without an end; `drop` breaks the connection; `hang` sends nothing more and stays open;
   * `malformed` sends what is not JSON; `length` ends for want of tokens; `fault` sends an error inside of the stream.
   */
  end?: 'whole' | 'cut' | 'drop' | 'hang' | 'malformed' | 'length' | 'fault'
  /** replies with this status and an error that repeats the key, like providers */
  status?: number
}

export type ModelServer = {
  /** base addresses by wire format */
  urls: { 'openai-compatible': string; google: string; anthropic: string }
  requests: { path: string; body: string; headers: IncomingMessage['headers'] }[]
  replies: ScriptedReply[]
  /** connections that the client closed before the end */
  abandoned: () => number
  close(): Promise<void>
}

type Wire = {
  open: (send: Send) => void
  text: (send: Send, text: string) => void
  call: (send: Send, name: string, input: unknown) => void
  end: (send: Send, reason: 'stop' | 'tools' | 'length') => void
}
type Send = (data: unknown, event?: string) => void

const openai: Wire = {
  open: (send) => send(chunk({ delta: { role: 'assistant', content: '' } })),
  text: (send, text) => send(chunk({ delta: { content: text } })),
  call: (send, name, input) => {
    const fn = { name, arguments: JSON.stringify(input) }
    send(chunk({ delta: { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: fn }] } }))
  },
  end: (send, reason) => {
    send(chunk({ delta: {}, finish_reason: { stop: 'stop', tools: 'tool_calls', length: 'length' }[reason] }))
    send({ ...chunk(), choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } })
    send('[DONE]')
  },
}
const chunk = (choice?: object) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'scripted',
  choices: choice ? [{ index: 0, finish_reason: null, ...choice }] : [],
})

const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 }
const parts = (list: unknown[]) => ({ content: { role: 'model', parts: list }, index: 0 })
const google: Wire = {
  open: () => {},
  text: (send, text) => send({ candidates: [parts([{ text }])] }),
  call: (send, name, input) => send({ candidates: [parts([{ functionCall: { name, args: input } }])] }),
  end: (send, reason) => {
    const finishReason = reason === 'length' ? 'MAX_TOKENS' : 'STOP'
    send({ candidates: [{ ...parts([{ text: '' }]), finishReason }], usageMetadata })
  },
}

const typed = (send: Send, data: { type: string }): void => send(data, data.type)
const block = (send: Send, index: number, start: object, delta: object): void => {
  typed(send, { type: 'content_block_start', index, content_block: start } as { type: string })
  typed(send, { type: 'content_block_delta', index, delta } as { type: string })
  typed(send, { type: 'content_block_stop', index } as { type: string })
}
const anthropic = (): Wire => {
  let index = 0
  return {
    open: (send) => {
      const usage = { input_tokens: 11, output_tokens: 1 }
      const message = { id: 'm', type: 'message', role: 'assistant', content: [], model: 'scripted', usage }
      typed(send, { type: 'message_start', message: { ...message, stop_reason: null } } as { type: string })
    },
    text: (send, text) => block(send, index++, { type: 'text', text: '' }, { type: 'text_delta', text }),
    call: (send, name, input) => {
      const start = { type: 'tool_use', id: 'toolu_1', name, input: {} }
      block(send, index++, start, { type: 'input_json_delta', partial_json: JSON.stringify(input) })
    },
    end: (send, reason) => {
      const delta = {
        stop_reason: { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens' }[reason],
        stop_sequence: null,
      }
      typed(send, { type: 'message_delta', delta, usage: { output_tokens: 7 } } as { type: string })
      typed(send, { type: 'message_stop' })
    },
  }
}

const wireOf = (path: string): Wire =>
  path.startsWith('/openai') ? openai : path.startsWith('/google') ? google : anthropic()

function answer(path: string, reply: ScriptedReply, key: string, response: ServerResponse): void {
  if (reply.status !== undefined) {
    const error = { type: 'error', code: reply.status, message: `Refused for key ${key}`, status: 'REFUSED' }
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify({ type: 'error', error }))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send: Send = (data, event) =>
    void response.write(
      `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
  const wire = wireOf(path)
  wire.open(send)
  for (const text of reply.say ?? []) wire.text(send, text)
  if (reply.call) wire.call(send, reply.call.name, reply.call.input)
  const end = reply.end ?? 'whole'
  if (end === 'whole') wire.end(send, reply.call ? 'tools' : 'stop')
  if (end === 'length') wire.end(send, 'length')
  if (end === 'malformed') send('{"choices": [oops')
  if (end === 'fault')
    send({ type: 'error', error: { type: 'overloaded_error', code: 529, message: `Overloaded, key ${key}` } }, 'error')
  if (end === 'hang') return
  // What was written before must have left, or the client would see nothing of it.
  if (end === 'drop') return void response.write(': bye\n\n', () => setImmediate(() => response.destroy()))
  response.end()
}

/** A local server with the wire formats of the providers that replies as the test says. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelServer['requests'] = []
  const state: { replies: ScriptedReply[]; abandoned: number } = { replies: [], abandoned: 0 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const path = request.url ?? ''
    requests.push({ path, body, headers: request.headers })
    response.on('close', () => {
      if (!response.writableFinished && !response.destroyed) state.abandoned++
      else if (!response.writableFinished && request.socket.destroyed) state.abandoned++
    })
    const { authorization = '', 'x-api-key': ant = '', 'x-goog-api-key': goog = '' } = request.headers
    const reply = state.replies[Math.min(requests.length, state.replies.length) - 1] ?? { status: 500 }
    answer(path, reply, `${authorization}${ant}${goog}`, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on TCP
  return {
    urls: { 'openai-compatible': `${base}/openai`, google: `${base}/google`, anthropic: `${base}/anthropic` },
    requests,
    get replies() {
      return state.replies
    },
    set replies(next) {
      requests.length = 0
      state.replies = next
    },
    abandoned: () => state.abandoned,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
