import { Agent, request } from 'node:http'

export type Sent = {
  method: string
  /** address as it goes on the wire */
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

export type Received = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const maxBytes = 8 * 1024 * 1024
/** An answer that takes longer is a finding. */
const partTimeoutMs = 30_000

/** Sends exactly these bytes; rejects when no answer comes. */
export function send(origin: string, { method, target, headers, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, hostname, port, method, path: target, headers, timeout: partTimeoutMs },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size <= maxBytes) parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${partTimeoutMs / 1000} seconds`)))
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Percent-encodes everything but plain letters and digits; lone surrogates become what UTF-8 makes of them. */
export const encode = (value: unknown): string =>
  [...Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return /[A-Za-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`
    })
    .join('')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A command that repeats a request, as far as a shell can carry its bytes. */
export function asCurl(origin: string, { method, target, headers, body }: Sent): string {
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const text = body?.toString('latin1') ?? ''
  const plain = /^[\t\n\r -~]*$/.test(text) && text.length < 4000
  const data =
    body === undefined
      ? ''
      : plain
        ? ` --data-binary ${quoted(text)}`
        : ` --data-binary @- # ${body.length} bytes, base64: ${body.subarray(0, 3000).toString('base64')}`
  return `curl -i -X ${method} --path-as-is ${quoted(origin + target)} ${shown.join(' ')}${data}`
}
