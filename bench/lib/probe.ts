import { request } from 'node:http'

export type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer }

/** One request whose answer is not decoded, so that the bytes on the wire can be seen and counted. */
export const probe = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries),
          body: Buffer.concat(parts),
        })
      })
    })
    sent.on('error', reject)
    sent.end()
  })

/** Throws unless the answer is what the case is about; else the comparison would not be of the same job. */
export const expectThat = (fact: boolean, what: string): void => {
  if (!fact) throw new Error(`The sides do not do the same job: ${what}`)
}
