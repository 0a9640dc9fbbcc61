import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import { clientLeft } from '#http/client-left.ts'
import type { Search } from '#ports/search-index.ts'

/** Where a process with `ROLE=search` answers the searches of others. */
export const searchPath = '/internal/search'
const longestBody = 64 * 1024

const client = z.string().max(200)
const SearchCall = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('search'),
    client,
    input: z.string(),
    language: z.string().max(35).optional(),
    options: z.strictObject({ subjects: z.string().optional(), most: z.int().min(1).max(1000).optional() }),
  }),
  z.strictObject({ act: z.literal('read'), client, text: z.string() }),
  z.strictObject({ act: z.literal('similar'), client, id: z.string().max(100), most: z.int().min(1).max(1000) }),
])
export type SearchCall = z.output<typeof SearchCall>

/** Returns the bearer token with which processes of one site ask each other: from the secret that all of them have. */
export const searchToken = (codeSecret: string): string =>
  createHmac('sha256', codeSecret).update('search').digest('hex')

/** Answers the searches of other processes. Those without the token read 404. */
export function serveSearch(server: FastifyInstance, search: Search, token: string): void {
  const expected = createHmac('sha256', token).update(`Bearer ${token}`).digest()
  const isOurs = (authorization = ''): boolean =>
    timingSafeEqual(createHmac('sha256', token).update(authorization).digest(), expected)

  server.post(searchPath, { bodyLimit: longestBody }, async (request, reply) => {
    if (!isOurs(request.headers.authorization)) throw new DomainError('not_found')
    const call = SearchCall.safeParse(request.body)
    if (!call.success) throw new DomainError('invalid_input')
    const turn = { client: call.data.client, signal: clientLeft(reply) }
    const fresh = search.fresh()
    fresh.catch(() => {})
    // throws at once while the index is not whole: another process may be ready
    search.check()
    await fresh
    switch (call.data.act) {
      case 'search':
        return search.search(call.data.input, { ...turn, language: call.data.language }, call.data.options)
      case 'read':
        return search.read(call.data.text, turn)
      case 'similar':
        return search.similar(call.data.id, call.data.most, turn)
    }
  })
}
