import type { z } from 'zod'
import { ProviderDown } from '#ports/payments.ts'

export type ProviderClientOptions = {
  /** for messages, such as "Razorpay" */
  name: string
  baseUrl: string
  /** value of the header `Authorization`; no error names it */
  authorization: string
  /** Maximum duration of a call in milliseconds, its repetition included. The claim of an order that is being opened lasts longer. */
  timeoutMs?: number | undefined
  /** Returns what an error reply says, for messages. */
  explain(body: unknown): string
}

export type ProviderCall = {
  method?: 'GET' | 'POST'
  /** segments of the path, unencoded */
  path: readonly string[]
  query?: Readonly<Record<string, string | number>>
  /** an object is sent as JSON, parameters as a form */
  body?: object | URLSearchParams
  headers?: Readonly<Record<string, string>>
}

/** The provider answered with an error: `status` and its own words. */
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

/** The largest reply that is read; a page of 1,000 lines of settlements is below 1 MB. */
const maxReplyBytes = 10_000_000
const defaultTimeoutMs = 10_000
/** What a proxy in front of the provider answers while it is restarted: the call did not get through, or may be repeated when it reads only. */
const passing = new Set([502, 503, 504])

/** Calls a provider's HTTP API. What it throws names no secret, since jobs store it. */
export function createProviderClient({ name, baseUrl, authorization, timeoutMs, explain }: ProviderClientOptions) {
  /** Sends a request once. */
  async function send({ method = 'GET', path, query, body, headers }: ProviderCall, signal: AbortSignal) {
    const url = new URL(`/${path.map(encodeURIComponent).join('/')}`, baseUrl)
    for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value))
    const isForm = body instanceof URLSearchParams
    const response = await fetch(url, {
      method,
      // what answers elsewhere is not the provider
      redirect: 'error',
      signal,
      headers: { ...headers, authorization, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: response.status, text: await readText(response) }
  }

  /** What only reads is repeated once, at once, where no reply came. */
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
   * Returns the reply of a call. `fits` says whether it is about what was asked for. Throws ProviderErrorReply for an error reply, and
   * ProviderDown for everything else that is no documented reply.
   */
  return async function ask<S extends z.ZodType>(
    schema: S,
    call: ProviderCall,
    fits: (reply: z.output<S>) => boolean = () => true,
  ): Promise<z.output<S>> {
    // an empty id would name the list, and dots the folder above
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

/** Returns null in place of an error reply that says that there is no such thing. */
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

/** Returns undefined, which no schema takes, for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What went wrong on the way, in a few words: `fetch` has them in the cause of its error. */
function causeOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown } // anything may be thrown, and an error is an object
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return [code, message].filter((part) => typeof part === 'string').join(' ')
}
