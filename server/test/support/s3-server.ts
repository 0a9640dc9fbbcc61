import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type S3Server = { endpoint: string; objects: Map<string, Buffer>; close(): Promise<void> }

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>${body}`

/** The part of the S3 protocol that the media store uses, in memory, with path-style addresses. It checks no signatures. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
    const query = url.searchParams
    const body = await buffer(request)
    const answer = (status: number, content: string | Buffer = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(content)
    const tag = (bytes: Buffer) => ({ etag: `"${createHash('md5').update(bytes).digest('hex')}"` })
    const uploadId = query.get('uploadId') ?? ''

    if (request.method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      return answer(
        200,
        xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`),
      )
    }
    if (request.method === 'PUT' && uploadId) {
      uploads.get(uploadId)?.set(Number(query.get('partNumber')), body)
      return answer(200, '', tag(body))
    }
    if (request.method === 'POST' && uploadId) {
      const parts = [...(uploads.get(uploadId) ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part)
      objects.set(key, Buffer.concat(parts))
      return answer(200, xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>'))
    }
    if (request.method === 'POST' && query.has('delete')) {
      for (const [, name] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(name ?? '')
      return answer(200, xml('<DeleteResult></DeleteResult>'))
    }
    if (request.method === 'PUT') {
      objects.set(key, body)
      return answer(200, '', tag(body))
    }
    if (request.method === 'GET' && query.get('list-type') === '2') {
      const found = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''))
      const contents = found.map((name) => `<Contents><Key>${escapeXml(name)}</Key></Contents>`).join('')
      return answer(200, xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`))
    }
    const object = objects.get(key)
    if (!object) return answer(404, request.method === 'HEAD' ? '' : xml('<Error><Code>NoSuchKey</Code></Error>'))
    return answer(200, request.method === 'HEAD' ? '' : object, {
      'content-length': String(object.length),
      ...tag(object),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
