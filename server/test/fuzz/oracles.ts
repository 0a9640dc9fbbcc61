import { z } from 'zod'
import { type Operation, problemSchemaOf, type Schema } from './document.ts'
import type { Actor } from './requests.ts'
import type { Received } from './send.ts'

/** Text that no reply may contain. */
const secret = /\$argon2(id|i|d)\$|password_?hash|token_?hash/i
/** Errors of servers that an operation may document: a provider is down, the server is full, the disk is full. */
const mayBeDown = new Set([502, 503, 507])

const mayCall = (access: Operation['access'], actor: Actor): boolean => {
  if (access === 'public' || access === 'webhook') return true
  if (access === 'signedIn') return actor !== 'visitor'
  return access === (actor === 'rival' ? 'educator' : actor)
}

/** Without the patterns that name Unicode properties: the reader of schemas knows expressions without the flag for them alone. */
const readable = (schema: Schema): unknown =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' && /\\p\{/i.test(value) ? undefined : value,
  )

/** Whether the path has the id of something that someone owns; a month is everyone's, and each account has drafts of its own. */
const namesRow = (path: string): boolean =>
  !path.startsWith('/api/drafts/') && path.replaceAll('{month}', '').includes('{')

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export type Judge = (operation: Operation, actor: Actor, received: Received) => string[]

/** Compares replies with the OpenAPI document; returns one sentence for each deviation. */
export function createJudge(document: object): Judge {
  const compiled = new Map<Schema, z.ZodType>()
  const mismatch = (schema: Schema, value: unknown): string | undefined => {
    const known = compiled.get(schema) ?? z.fromJSONSchema(readable(schema) as Parameters<typeof z.fromJSONSchema>[0]) // as OpenAPI 3.1 has it
    compiled.set(schema, known)
    const { error } = known.safeParse(value)
    return error && z.prettifyError(error)
  }
  const problem = problemSchemaOf(document)

  return (operation, actor, { status, headers, body }) => {
    const found: string[] = []
    const promised = operation.responses.get(status)
    if (status >= 500 && !(mayBeDown.has(status) && promised)) found.push(`answered ${status}`)
    if (!promised) found.push(`answered ${status}, which is not documented`)
    if (secret.test(body)) found.push(`gave away a secret: ${secret.exec(body)?.[0]}`)
    if (isSuccess(status) && !mayCall(operation.access, actor))
      found.push(`let ${actor} do what is for ${operation.access}`)
    if (isSuccess(status) && actor === 'rival' && operation.access === 'educator' && namesRow(operation.path))
      found.push('let an educator touch what belongs to another one')
    if ((status === 429 || status === 503) && !(Number(headers['retry-after']) >= 1))
      found.push(`answered ${status} without a Retry-After of seconds`)
    const schema = isSuccess(status) ? promised?.schema : problem
    if (!schema || operation.method === 'HEAD') return found
    let json: unknown
    try {
      json = JSON.parse(body)
    } catch {
      return [...found, `answered ${status} with what is no JSON`]
    }
    const wrong = mismatch(schema, json)
    if (wrong) found.push(`answered ${status} with a body that does not fit its schema: ${wrong}`)
    if (!isSuccess(status) && typeof (json as { requestId?: unknown }).requestId !== 'string')
      found.push(`answered ${status} without a requestId`)
    return found
  }
}
