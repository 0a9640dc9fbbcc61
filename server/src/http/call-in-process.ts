import type { Fetch } from '@virtual-courses/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** `fetch` for pages that are rendered here: the API is called without a network, as the visitor who asked for the page. */
export function callInProcess(app: FastifyInstance, request: FastifyRequest): Fetch {
  const { cookie, 'user-agent': userAgent } = request.headers
  return async (path, { method, headers, body }) => {
    if (body !== undefined && typeof body !== 'string') throw new Error('Pages do not upload files')
    const answer = await app.inject({
      method: method as 'GET' | 'POST' | 'DELETE', // the methods of the contract
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...headers,
        host: request.host,
        ...(cookie && { cookie }),
        ...(userAgent && { 'user-agent': userAgent }),
      },
      ...(body !== undefined && { payload: body }),
    })
    const answered = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) answered.append(name, String(one))
    }
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answered,
    })
  }
}
