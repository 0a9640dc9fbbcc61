import { randomBytes } from 'node:crypto'
import type { Operation, Schema } from './document.ts'
import type { Judge } from './oracles.ts'
import type { Actor, Draft } from './requests.ts'
import { asCurl, encode, type Received, type Sent, send } from './send.ts'
import { PoolValue } from './values.ts'

export const password = 'correct horse battery'

export type Finding = { operation: string; what: string; repeat: string }

export type Call = {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** A file part of a multipart body. */
export class FilePart {
  readonly bytes: Buffer
  readonly name: string
  readonly type: string
  constructor(bytes: Buffer, name: string, type: string) {
    this.bytes = bytes
    this.name = name
    this.type = type
  }
}

/** Headers of the tus protocol, which takes its input from them; nothing for other operations. */
function tusHeaders({ id, method }: Operation, lectureId: unknown): Record<string, string> {
  if (!/^uploads\.(create|head|append|cancel|override)$/.test(id)) return {}
  const metadata = { lectureId: String(lectureId), filename: 'lesson.mp4' }
  const encoded = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  return {
    'tus-resumable': '1.0.0',
    ...(id === 'uploads.override' && { 'x-http-method-override': 'DELETE' }),
    ...(method === 'POST' && { 'upload-length': '9', 'upload-metadata': encoded.join(',') }),
    ...(method === 'PATCH' && { 'upload-offset': '0' }),
  }
}

/** Of so many requests one is sent as HEAD, too, if it is a GET. */
const headEvery = 5

type Options = { origin: string; operations: readonly Operation[]; judge: Judge; onFinding: (finding: Finding) => void }

/** A server under test: who is signed in there, which ids are known, and what was answered so far. */
export function createWorld({ origin, operations, judge, onFinding }: Options) {
  const cookies = new Map<Actor, string>()
  const emails = new Map<Actor, string>()
  const pools = new Map<string, string[]>()
  const reached = new Set<string>()
  const statuses = new Map<number, number>()
  let sentSoFar = 0

  const keep = (pool: string, id: unknown): void => {
    if (typeof id !== 'string' || id === '') return
    const ids = pools.get(pool) ?? []
    if (!ids.includes(id)) ids.push(id)
    // the newest are most likely to be there still
    pools.set(pool, ids.slice(-30))
  }
  const harvest = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value.slice(0, 50)) harvest(one)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const one = value as Record<string, unknown>
    if ('fileName' in one && 'received' in one) keep('uploadId', one._id)
    else if ('lectureTitle' in one) keep('lectureId', one._id)
    else if ('category' in one && 'title' in one) keep('courseId', one._id)
    else if ('rating' in one) keep('reviewId', one._id)
    else if ('link' in one && 'read' in one) keep('notificationId', one._id)
    else if ('maxUses' in one) keep('couponId', one._id)
    else if ('alone' in one) keep('bundleId', one._id)
    else if ('current' in one) keep('sessionId', one._id)
    else if ('paymentId' in one && 'courses' in one) keep('orderId', one._id)
    else if ('createdByName' in one) keep('runId', one._id)
    else if ('educatorId' in one && 'last4' in one) keep('payoutId', one._id)
    else if ('opening' in one) keep('month', one.month)
    else if ('number' in one && 'kind' in one) keep('invoiceId', one._id)
    else if ('until' in one && 'count' in one) keep('actId', one._id)
    else if ('query' in one && 'name' in one) keep('filterId', one._id)
    else if ('askings' in one) keep('lecture' in one ? 'askedId' : 'searchId', one._id)
    else if ('synced' in one) keep('passkeyId', one._id)
    else if ('invitedBy' in one) keep('invitationId', one._id)
    else if (String(one.url).startsWith('/api/media/attachments/')) keep('attachmentId', one._id)
    else if (String(one.url).startsWith('/api/answerfiles/')) keep('fileId', one._id)
    else if ('student' in one && 'attempt' in one) keep('answerId', one._id)
    if ('serial' in one) keep('serial', one.serial)
    if ('videoId' in one) keep('videoId', one.videoId)
    for (const inner of Object.values(one)) {
      const image = typeof inner === 'string' && /\/api\/media\/images\/([^/]+)\//.exec(inner)
      if (image) keep('imageId', image[1])
      harvest(inner)
    }
  }

  const fill = (value: unknown): unknown => {
    if (value instanceof PoolValue) {
      const ids = pools.get(value.pool) ?? []
      return ids[ids.length - 1 - (value.pick % Math.max(1, ids.length))] ?? '0123456789abcdef01234567'
    }
    if (value instanceof FilePart || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(fill)
    const filled = {}
    for (const [key, inner] of Object.entries(value))
      Object.defineProperty(filled, key, { value: fill(inner), enumerable: true, configurable: true, writable: true })
    return filled
  }

  const multipart = (body: unknown, schema: Schema): { bytes: Buffer; type: string } => {
    const boundary = `fuzz${randomBytes(8).toString('hex')}`
    const files = new Set(
      Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, one]) =>
        one.contentMediaType ? [name] : [],
      ),
    )
    const parts: Buffer[] = []
    for (const [name, value] of Object.entries((body ?? {}) as object)) {
      const safe = name.replaceAll(/["\r\n\0]/g, '_')
      const file = value instanceof FilePart ? value : undefined
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const asFile =
        file ?? (files.has(name) && text.length % 2 ? new FilePart(Buffer.from(text), 'x.bin', 'image/png') : undefined)
      const extra = asFile ? `; filename="${asFile.name}"\r\ncontent-type: ${asFile.type}` : ''
      parts.push(
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${safe}"${extra}\r\n\r\n`),
        asFile?.bytes ?? Buffer.from(text),
        Buffer.from('\r\n'),
      )
    }
    return {
      bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      type: `multipart/form-data; boundary=${boundary}`,
    }
  }

  const payload = (
    operation: Operation,
    body: unknown,
    carrier: Draft['carrier'],
  ): { body?: Buffer; type?: string } => {
    if (carrier === 'none' || (body === undefined && carrier === 'right')) return {}
    const text = JSON.stringify(body) ?? ''
    const kind = carrier === 'right' ? (operation.body?.multipart ? 'multipart' : 'json') : carrier
    if (kind === 'multipart') {
      const { bytes, type } = multipart(body, operation.body?.schema ?? {})
      return { body: bytes, type }
    }
    if (kind === 'truncated') return { body: Buffer.from(text.slice(0, -1)), type: 'application/json' }
    if (kind === 'text') return { body: Buffer.from(text), type: 'text/plain' }
    if (kind === 'form') return { body: Buffer.from('a=1&b=%00'), type: 'application/x-www-form-urlencoded' }
    if (kind === 'nonsense')
      return { body: Buffer.from([0xff, 0xfe, 0, 1, 2, 0x7b]), type: 'multipart/form-data; boundary=""' }
    return { body: Buffer.from(text), type: 'application/json' }
  }

  const compose = (operation: Operation, actor: Actor, call: Call, carrier: Draft['carrier'] = 'right'): Sent => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(fill(call.path?.[name]) ?? ''))
    const query = Object.entries((fill(call.query ?? {}) ?? {}) as object)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join('&')
    const { body, type } = payload(operation, fill(call.body), carrier)
    const count = ++sentSoFar
    const cookie = cookies.get(actor)
    return {
      method: operation.method,
      target: path + (query && `?${query.slice(0, 6000)}`),
      headers: {
        // each request comes from another client, so that limits by client do not drown the run
        'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
        ...(cookie && { cookie }),
        ...(type && { 'content-type': type }),
        ...tusHeaders(operation, fill(new PoolValue('lectureId', 0))),
        ...(operation.method !== 'GET' && { 'content-length': String(body?.length ?? 0) }),
        ...call.headers,
      },
      body: operation.method === 'GET' ? undefined : body,
    }
  }

  const takeCookies = (actor: Actor, received: Received): void => {
    const jar = new Map(
      (cookies.get(actor) ?? '')
        .split('; ')
        .filter(Boolean)
        .map((one) => one.split('=', 2) as [string, string]),
    )
    for (const line of [received.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    cookies.set(actor, [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  }

  const exchange = async (operation: Operation, actor: Actor, sent: Sent): Promise<Received | undefined> => {
    const report = (what: string) => onFinding({ operation: operation.id, what, repeat: asCurl(origin, sent) })
    let received: Received
    try {
      received = await send(origin, sent)
    } catch (error) {
      report((error as Error).message)
      return undefined
    }
    for (const what of judge(operation, actor, received))
      report(`${what} (as ${actor}): ${received.body.slice(0, 300)}`)
    statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
    if (received.status >= 200 && received.status < 300) {
      reached.add(operation.id)
      try {
        harvest(JSON.parse(received.body))
      } catch {
        // a stream
      }
    }
    return received
  }

  /** Sends a GET request once more as HEAD, which must be answered with the same status and without a body. */
  const askHead = async (operation: Operation, actor: Actor, sent: Sent, { status }: Received): Promise<void> => {
    // logging out once more is another question
    if (operation.method !== 'GET' || operation.id === 'accounts.logout') return
    const received = await exchange({ ...operation, method: 'HEAD' }, actor, { ...sent, method: 'HEAD' })
    if (!received || received.status === 429 || received.status === 503) return
    const what =
      received.body === '' ? `answered ${received.status} to HEAD, and ${status} to GET` : 'answered HEAD with a body'
    if (received.status !== status || received.body !== '')
      onFinding({ operation: operation.id, what, repeat: asCurl(origin, { ...sent, method: 'HEAD' }) })
  }

  /** Calls an operation by its id; returns its JSON, or undefined when it was refused. */
  const call = async (id: string, actor: Actor, given: Call = {}): Promise<Record<string, unknown> | undefined> => {
    const operation = operations.find((one) => one.id === id)
    if (!operation) return undefined
    const received = await exchange(operation, actor, compose(operation, actor, given))
    // a login that needs a second step is refused, and begun
    if (received) takeCookies(actor, received)
    if (!received || received.status >= 300) return undefined
    try {
      return JSON.parse(received.body) as Record<string, unknown>
    } catch {
      return {}
    }
  }

  const signIn = async (actor: Actor): Promise<void> => {
    cookies.delete(actor)
    const email = emails.get(actor)
    if (email && (await call('accounts.login', actor, { body: { email, password } }))) return
    const fresh = `${actor}-${randomBytes(6).toString('hex')}@test.example`
    const role = actor === 'rival' ? 'educator' : actor
    await call('accounts.signup', actor, { body: { name: `The ${actor}`, email: fresh, password, role } })
    emails.set(actor, fresh)
  }

  return {
    origin,
    pools,
    reached,
    statuses,
    emails,
    cookies,
    keep,
    call,
    signIn,
    sent: () => sentSoFar,
    newest: (pool: string): string | undefined => pools.get(pool)?.at(-1),
    /** Sends a drawn request; an actor whose session was ended by an earlier one signs in again. */
    async play(draft: Draft): Promise<void> {
      const { operation, actor } = draft
      const sent = compose(operation, actor, draft, draft.carrier)
      const received = await exchange(operation, actor, sent)
      if (received && sentSoFar % headEvery === 0) await askHead(operation, actor, sent, received)
      if (actor !== 'visitor' && received?.status === 401 && operation.access !== 'public') await signIn(actor)
      // no one is to stay someone else, or to be known without having signed in
      if (operation.id === 'accounts.logout' && actor !== 'visitor') await signIn(actor)
    },
  }
}

export type World = ReturnType<typeof createWorld>
