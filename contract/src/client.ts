import type {
  BodyInput,
  Endpoint,
  FilesOf,
  JsonEndpoint,
  ParamsInput,
  QueryInput,
  ReplyOf,
  UploadEndpoint,
} from './endpoint.ts'
import type { ErrorCode, Problem } from './problem.ts'
import { bareProblems } from './values/early-sentences.ts'

/** An error reply, or a network error (`code` "network"). `message` can be shown to users. */
export class ApiError extends Error {
  readonly status: number
  readonly code: Problem['code'] | 'network'
  readonly fields: NonNullable<Problem['fields']>
  /** true when the message is the server's; false when the reply was not a problem document */
  readonly spoken: boolean
  constructor(
    status: number,
    code: Problem['code'] | 'network',
    message: string,
    { fields = [], spoken = code !== 'network' }: { fields?: Problem['fields'] | undefined; spoken?: boolean } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.spoken = spoken
  }
}

/** The part of `fetch` that the client needs: the browser's, or the in-process one of the server. */
export type Fetch = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string | FormData; signal?: AbortSignal },
) => Promise<Response>

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : Record<K, T>
type QueryPart<T> = [T] extends [undefined] ? { query?: undefined } : { query?: T }

/** Input of a call: params, query, body and files of the endpoint, and an abort signal. */
export type CallInput<E> = Part<'params', ParamsInput<E>> &
  QueryPart<QueryInput<E>> &
  Part<'body', BodyInput<E>> & { files?: { [K in keyof FilesOf<E>]?: Blob | undefined }; signal?: AbortSignal }

/** Values of the placeholders of a path, if it has any, and its query. */
type PathArgs<E> = [ParamsInput<E>] extends [undefined]
  ? [params?: Record<never, never>, query?: QueryInput<E>]
  : [params: ParamsInput<E>, query?: QueryInput<E>]

type Args<E> = Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type Client = <E extends JsonEndpoint | UploadEndpoint>(endpoint: E, ...args: Args<E>) => Promise<ReplyOf<E>>

type Loose = {
  params?: unknown
  query?: unknown
  body?: unknown
  files?: Record<string, Blob | undefined>
  signal?: AbortSignal
}

/** Returns the path and query string of a call. */
export const pathOf = <E extends Pick<Endpoint, 'path'>>(endpoint: E, ...[params, query]: PathArgs<E>): string =>
  addressOf(endpoint.path, params, query)

function addressOf(template: string, params: unknown = {}, query: unknown = {}): string {
  const values = params as Record<string, string> // typed at the call by CallInput
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== '') search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** Returns the multipart body of an upload; undefined fields are omitted. */
export function formOf(body: unknown, files: Record<string, Blob | undefined> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value !== undefined) form.append(name, value === null ? '' : String(value))
  }
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file)
  return form
}

/** Returns the error of a reply that is not 2xx, from the server or a proxy. */
export function problemOf(status: number, body: unknown): ApiError {
  const problem = problemFrom(body)
  if (problem) return new ApiError(status, problem.code, problem.message, { fields: problem.fields })
  return new ApiError(status, 'internal', bareMessage(status), { spoken: false })
}

/** Returns a client with the types of the contract. Calls throw `ApiError`. */
export function createClient(send: Fetch): Client {
  const call = async (endpoint: JsonEndpoint | UploadEndpoint, input: Loose = {}): Promise<unknown> => {
    const headers: Record<string, string> = { accept: 'application/json' }
    let body: string | FormData | undefined
    if (endpoint.kind === 'upload') body = formOf(input.body, input.files)
    else if (input.body !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(input.body)
    }
    const init = {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
    }
    const unreachable = (cause: unknown): never => {
      if (input.signal?.aborted) throw cause
      throw new ApiError(0, 'network', 'The server cannot be reached. Check your connection and try again.')
    }
    const response = await send(addressOf(endpoint.path, input.params, input.query), init).catch(unreachable)
    if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined))
    // a connection that is lost in the middle of a reply must not look like an empty one
    return response.json().catch(unreachable)
  }
  return call as Client // the generic signature is the typed face of the loose implementation above
}

/**
 * Returns the problem document of a response body; undefined without a message. It uses neither schemas nor the table of problems, which
 * browser bundles do not contain.
 */
function problemFrom(body: unknown): Problem | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { message, code, requestId, fields } = body as Partial<Record<keyof Problem, unknown>> // every field is checked below
  if (typeof message !== 'string') return undefined
  return {
    message,
    code: typeof code === 'string' ? (code as ErrorCode) : 'internal', // our server sends no others
    requestId: typeof requestId === 'string' ? requestId : '',
    ...(Array.isArray(fields) && { fields }),
  }
}

/** Returns the message for an error reply without a problem document, such as that of a proxy. */
function bareMessage(status: number): string {
  const code = status === 413 ? 'proxy_limit' : status === 503 ? 'unavailable' : 'internal'
  return bareProblems[code][1]
}
