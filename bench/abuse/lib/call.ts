import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Call = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | string
  /** keeps connections alive where one is given; else each call opens its own */
  agent?: Agent
  /** milliseconds until the last byte of the response */
  timeoutMs?: number
  signal?: AbortSignal
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/**
 * Sends one request from the loopback address `from`: to the server each such address is a client of its own.
 * Resolves with the whole response. Rejects when the connection breaks, and after `timeoutMs` (10 s).
 */
export function call(origin: string, from: string, options: Call): Promise<Answer> {
  const { path, method = 'GET', headers = {}, body, agent, timeoutMs = 10_000, signal } = options
  return new Promise((resolve, reject) => {
    const sent = request(
      origin + path,
      {
        method,
        localAddress: from,
        headers: {
          ...(method === 'GET' ? {} : { origin }),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
        agent: agent ?? false,
        ...(signal ? { signal } : {}),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', fail)
        response.on('end', () => {
          clearTimeout(timer)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
        })
      },
    )
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    const timer = setTimeout(() => sent.destroy(new Error('timeout')), timeoutMs)
    sent.on('error', fail)
    sent.end(body)
  })
}

/** A POST with a JSON body. */
export const json = (path: string, value: unknown, cookie = ''): Call => ({
  path,
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
  body: JSON.stringify(value),
})

/** The cookies that a response sets, as a Cookie header, whatever their names; added to those of `before`. */
export function cookiesOf(answer: Answer, before = ''): string {
  const jar = new Map(
    [
      ...before.split('; ').filter(Boolean),
      ...(answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? ''),
    ].map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair]),
  )
  return [...jar.values()].join('; ')
}

const boundary = 'abuse-benchmark-boundary'

export type FormFile = { field: string; filename: string; type: string; bytes: Buffer }

/** Head of a multipart body with one file; the file's bytes and `formEnd` follow. */
export const formHead = ({ field, filename, type }: Omit<FormFile, 'bytes'>): Buffer =>
  Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
  )
export const formEnd = Buffer.from(`\r\n--${boundary}--\r\n`)
export const formType = `multipart/form-data; boundary=${boundary}`

/** A POST of one file as a form. */
export const form = (path: string, file: FormFile, cookie: string): Call => ({
  path,
  method: 'POST',
  headers: { 'content-type': formType, cookie },
  body: Buffer.concat([formHead(file), file.bytes, formEnd]),
})

/** Opens an account from this address; resolves with its cookies. Throws when the server rejects it. */
export async function signUp(origin: string, from: string, email: string, role = 'student'): Promise<string> {
  const body = { name: 'Someone', email, password: benchPassword, role }
  const answer = await call(origin, from, { ...json('/api/auth/signup', body), timeoutMs: 30_000 })
  if (answer.status !== 201) throw new Error(`${email} could not sign up: ${answer.status} ${answer.body}`)
  return cookiesOf(answer)
}

type Needed = { path: string; value: object; cookie: string }

/** Sends a JSON body from this address; throws when it is rejected: what it prepares cannot go on without it. */
export async function must<T>(origin: string, from: string, { path, value, cookie }: Needed): Promise<T> {
  const answer = await call(origin, from, json(path, value, cookie))
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
  return JSON.parse(answer.body.toString())
}

/** Makes a course with one lecture for this educator. */
export async function makeLecture(
  origin: string,
  from: string,
  cookie: string,
): Promise<{ courseId: string; lectureId: string }> {
  const course = await must<{ _id: string }>(origin, from, {
    path: '/api/course/create',
    value: { title: 'Mine', category: 'Web Development' },
    cookie,
  })
  const { lecture } = await must<{ lecture: { _id: string } }>(origin, from, {
    path: `/api/course/createlecture/${course._id}`,
    value: { lectureTitle: 'One' },
    cookie,
  })
  return { courseId: course._id, lectureId: lecture._id }
}

/** A request that begins an upload in parts. */
export const beginUpload = (lectureId: string, bytes: number, cookie: string): Call => {
  const metadata = { lectureId, filename: 'lesson.mp4', filetype: 'video/mp4' }
  return {
    path: '/api/uploads',
    method: 'POST',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  }
}

export const benchPassword = 'a long bench password'
