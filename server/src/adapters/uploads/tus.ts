import { Readable } from 'node:stream'
import { type DataStore, Server } from '@tus/server'
import { DomainError } from '#core/domain-error.ts'
import type { TusReply, TusRequest, Uploads } from '#ports/uploads.ts'

/** Headers of the protocol that are passed to the library; it gets no others. */
const requestHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
  'upload-offset',
  'upload-concat',
  'content-type',
  'content-length',
]
/** Headers that a reply adopts from the library. */
const replyHeaders = ['location', 'upload-offset', 'upload-length', 'cache-control']

/** Error codes of the API for statuses of the library. */
const errors: Record<number, () => DomainError> = {
  400: () => new DomainError('invalid_input', 'This is not a well-formed request of the tus protocol'),
  403: () => new DomainError('invalid_input', 'The header Upload-Offset or Content-Type is missing or wrong'),
  404: () => new DomainError('not_found'),
  409: () => new DomainError('upload_conflict'),
  410: () => new DomainError('not_found'),
  412: () => new DomainError('tus_version'),
  413: () => new DomainError('too_large', 'This is more than the upload was announced with'),
  415: () => new DomainError('wrong_media', 'Parts of uploads are sent as application/offset+octet-stream'),
  501: () => new DomainError('invalid_input', 'This part of the tus protocol is not offered here'),
}

/** State of a request for the callbacks of the library. */
type Work = { request: TusRequest; failure?: unknown }

/** Runs the tus protocol over a store of the library. `keyOf` returns the store's key for the id of an upload. */
export function tusProtocol(store: DataStore, keyOf: (id: string) => string): Uploads['handle'] {
  const works = new WeakMap<Request, Work>()
  const workOf = (request: Request): Work => {
    const work = works.get(request)
    if (!work) throw new Error('a request that was not handed over')
    return work
  }
  const server = new Server({
    path: '/api/uploads',
    datastore: store,
    // the caller holds a lock that spans processes
    locker: { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) },
    namingFunction: (request) => keyOf(workOf(request).request.id),
    getFileIdFromRequest: (request) => keyOf(workOf(request).request.id),
    generateUrl: (request) => `/api/uploads/${workOf(request).request.id}`,
    async onUploadCreate(request, upload) {
      const { request: asked } = workOf(request)
      // metadata are kept in our row
      if (asked.method === 'POST') await asked.accept({ bytes: upload.size ?? 0, metadata: upload.metadata ?? {} })
      return { metadata: {} }
    },
    onResponseError(request, error) {
      workOf(request).failure = error
      return undefined
    },
  })

  return async (asked): Promise<TusReply> => {
    const headers = new Headers()
    for (const name of requestHeaders) {
      const value = asked.headers[name]
      // only a PATCH has a body for the library
      const ofBody = name.startsWith('content-') && asked.method !== 'PATCH'
      if (typeof value === 'string' && !ofBody) headers.set(name, value)
    }
    const request = new Request(`http://uploads/api/uploads/${asked.id}`, {
      method: asked.method,
      headers,
      ...(asked.method === 'PATCH' && { body: Readable.toWeb(asked.body), duplex: 'half' }),
    } as RequestInit) // `duplex` is missing in the types of some versions
    const work: Work = { request: asked }
    works.set(request, work)
    const response = await server.handleWeb(request)
    if (!response.ok) {
      const { failure } = work
      if (failure instanceof DomainError) throw failure
      if ((failure as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC') throw new DomainError('disk_full') // errno of the file system
      const known = errors[response.status]
      if (known) throw known()
      throw failure instanceof Error ? failure : new Error(`the upload failed: ${JSON.stringify(failure)}`)
    }
    const offset = Number(response.headers.get('upload-offset') ?? 0)
    const kept = replyHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { headers: Object.fromEntries(kept), offset }
  }
}
