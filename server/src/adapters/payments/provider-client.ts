import type { z } from 'zod'
import { ProviderDown } from '#ports/payments.ts'

export type ProviderClientOptions = {
  /** name in messages, such as "Razorpay" */
  name: string
  baseUrl: string
  /** value of the header `Authorization`; errors never contain it */
  authorization: string
  /** Timeout of a call in milliseconds, including its retry. The claim of an order that is being opened lasts longer. */
  timeoutMs?: number | undefined
  /** Returns the description in an error reply, for messages. */
  explain(body: unknown): string
}

export type ProviderCall = {
  method?: 'GET' | 'POST'
  /** segments of the path, unencoded */
  path: readonly string[]
  query?: Readonly<Record<string, string | number>>
  /** objects are sent as JSON, URLSearchParams as a form */
  body?: object | URLSearchParams
  headers?: Readonly<Record<string, string>>
}

/** An error reply of the provider, with its status and message. */
export class ProviderErrorReply extends ProviderDown {
  override name = 'ProviderErrorReply'
  readonly status: number
  readonly reason: string
  constructor(provider: string, status: number, reason: string) {
    super(`${provider} answered ${status} ${reason}`.trim().slice(0, 300))
    this.status = status
    this.reason = reason
  }
}

/** Maximum size of a reply in bytes; a page of 1,000 settlement lines is below 1 MB. */
const maxReplyBytes = 10_000_000
const defaultTimeoutMs = 10_000
/** Statuses of a proxy whose provider is restarting: the call did not reach the provider, or can be repeated if it only reads. */
const passing = new Set([502, 503, 504])

/** Creates a client of a provider's HTTP API. Its errors contain no secrets, since jobs store them. */
export function createProviderClient({ name, baseUrl, authorization, timeoutMs, explain }: ProviderClientOptions) {
  /** Sends a request once. */
  async function send({ method = 'GET', path, query, body, headers }: ProviderCall, signal: AbortSignal) {
    const url = new URL(`/${path.map(encodeURIComponent).join('/')}`, baseUrl)
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value))
    const isForm = body instanceof URLSearchParams
    const response = await fetch(url, {
      method,
      // redirects are not followed, since another host is not the provider
      redirect: 'error',
      signal,
      headers: { ...headers, authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: response.status, text: await readText(response) }
  }

  /** Sends a request, and retries a read once immediately if there was no reply. */
  async function sendSafely(call: ProviderCall): ReturnType<typeof send> {
    const signal = AbortSignal.timeout(timeoutMs ?? defaultTimeoutMs)
    const mayRepeat = (call.method ?? 'GET') === 'GET'
    try {
      const reply = await send(call, signal).catch((error: unknown) => {
        if (!mayRepeat || signal.aborted || error instanceof TooLarge) throw error
      })
      return reply && !(mayRepeat && passing.has(reply.status)) ? reply : await send(call, signal)
    } catch (error) {
      throw new ProviderDown(`${name} cannot be reached: ${causeOf(error)}`.slice(0, 300))
    }
  }

  /**
   * Returns the reply to a call. `fits` decides whether it is about the requested object. Throws ProviderErrorReply for an error reply, and
   * ProviderDown for anything else that is not a documented reply.
   */
  return async function ask<S extends z.ZodType>(
    schema: S,
    call: ProviderCall,
    fits: (reply: z.output<S>) => boolean = () => true,
  ): Promise<z.output<S>> {
    // an empty id would address the list, and dots the parent path
    if (call.path.some((part) => /^\.{0,2}$/.test(part))) throw new ProviderErrorReply(name, 404, 'No such id')
    const { status, text } = await sendSafely(call)
    const body = parse(text)
    if (status < 200 || status > 299) throw new ProviderErrorReply(name, status, explain(body))
    const reply = schema.safeParse(body)
    if (!reply.success) throw new ProviderDown(`${name} answered something unexpected`)
    if (!fits(reply.data)) throw new ProviderDown(`${name} answered about something else than it was asked for`)
    return reply.data
  }
}

/** Returns null instead of throwing for error replies with these statuses, which mean that the object does not exist. */
export const unlessMissing = <T>(reply: Promise<T>, statuses: readonly number[]): Promise<T | null> =>
  reply.catch((error: unknown) => {
    if (error instanceof ProviderErrorReply && statuses.includes(error.status)) return null
    throw error
  })

class TooLarge extends Error {
  override name = 'TooLarge'
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxReplyBytes) throw new TooLarge(`more than ${maxReplyBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses JSON; returns undefined, which no schema accepts, for invalid JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a short description of a network error, which `fetch` puts into the cause of its error. */
function causeOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown } // anything may be thrown, and an error is an object
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return [code, message].filter((part) => typeof part === 'string').join(' ')
}
