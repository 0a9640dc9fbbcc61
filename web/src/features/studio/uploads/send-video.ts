import { t } from '@lingui/core/macro'
import { ApiError, api as calls, type Lecture, problemOf, uploadSliceBytes } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { stallTimer, type UploadProgress } from '#lib/forms/use-upload.ts'

const mebibyte = 1024 ** 2
/** Bytes of one request at first: a multiple of the parts of S3, small enough for proxies that keep bodies. */
const usualPartBytes = 64 * mebibyte
/** Proxies that refuse less than this let no videos through. */
const leastPartBytes = mebibyte / 2
/** Attempts without progress after which parts become smaller: some proxies only close the connection. */
const failuresBeforeSmaller = 3

/** What proxies on the way let through, as this tab has found out. */
export type Way = { partBytes: number; override: boolean }
export const usualWay = (): Way => ({ partBytes: usualPartBytes, override: false })
const tabWay = usualWay()

const takeSmallerParts = (way: Way): boolean => {
  if (way.partBytes <= leastPartBytes) return false
  way.partBytes = Math.max(leastPartBytes, way.partBytes / 4)
  return true
}

/** Methods that a proxy refuses in its own words. */
const isRefusedMethod = (status: number): boolean => status === 403 || status === 405 || status === 501

/**
 * Returns the error of a refused request, and changes `way` where another way may be let through: then the error has the code `network`,
 * which is tried again. `text` is the body of the reply; what is no problem document comes from a proxy.
 */
export function errorOfReply(status: number, text: string, way: Way): ApiError {
  const problem = problemOfText(status, text)
  if (problem.spoken) return problem
  if (status === 413) {
    if (takeSmallerParts(way)) return new ApiError(0, 'network', problem.message)
    return new ApiError(
      413,
      'too_large',
      t`A server in front of this site refuses even parts of half a megabyte. Please tell the support of this site: its proxy must allow larger request bodies (64 MB are best).`,
    )
  }
  if (!isRefusedMethod(status)) return problem
  if (!way.override) {
    way.override = true
    return new ApiError(0, 'network', problem.message)
  }
  return new ApiError(
    status,
    'method_not_allowed',
    t`A server in front of this site does not let uploads through (status ${status}). Please tell the support of this site: its proxy must allow the method PATCH for /api/uploads/.`,
  )
}
/** Time without progress after which a connection counts as lost, in milliseconds. */
const silentMs = 30_000
/** Waits before the next attempt after a lost connection, in milliseconds; the last one again and again. */
const retryMs = [1000, 2000, 4000, 8000, 15_000, 30_000]
const resultMs = [300, 600, 1000, 2000]

export type VideoToSend = {
  lectureId: string
  file: File
  /** id of an upload that was begun before; null for a new one */
  uploadId: string | null
  /** the file may be another one: everything of it that has arrived is compared before the rest is sent */
  compare: boolean
}

export type SendingHooks = {
  /** Called when the server has an address for the upload. */
  onBegun: (uploadId: string) => void
  onProgress: (progress: UploadProgress) => void
  /** Called when the connection is lost, and when it is there again. */
  onLine: (lost: boolean) => void
  /** Called when all bytes have arrived. */
  onArrived: () => void
}

const sleep = (ms: number, signal: AbortSignal, event?: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      if (event) window.removeEventListener(event, wake)
    }
    const wake = (): void => {
      end()
      resolve()
    }
    const leave = (): void => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(wake, ms)
    if (event) window.addEventListener(event, wake)
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave)
  })

/** Whether an attempt may succeed later by itself. */
const passes = ({ status, code }: ApiError): boolean =>
  code !== 'other_file' && (status === 0 || status >= 500 || [408, 409, 423, 429].includes(status))

/** Returns the SHA-256 of a slice of a file, of which no more than that slice is in memory. */
async function hashOfSlice(file: File, slice: number): Promise<string> {
  const bytes = await file.slice(slice * uploadSliceBytes, (slice + 1) * uploadSliceBytes).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the slices in which bytes of a file lie. */
export const slicesOf = (from: number, to: number): number[] => {
  const first = Math.floor(from / uploadSliceBytes)
  return Array.from({ length: Math.ceil(to / uploadSliceBytes) - first }, (_, index) => first + index)
}

/** Checksums in one call: hashing so many takes seconds at most. */
const checksumsAtOnce = 16

type NoteChecksums = (first: number, sha256: string[]) => Promise<unknown>

/**
 * Returns what notes the checksums of the next bytes before they are sent. The first time on an earlier upload, also those of the
 * first slice and of the last one that has arrived, or of all that have with `compare`: the server refuses another file then. Nothing is
 * noted where the browser cannot hash.
 */
export function checksumNoter(
  file: File,
  note: NoteChecksums,
  compare = false,
): (from: number, to: number) => Promise<void> {
  const noted = new Set<number>()
  return async (from, to) => {
    if (!globalThis.crypto?.subtle) return
    const arrived = compare ? slicesOf(0, from) : [0, ...slicesOf(from - 1, from)]
    const firstSlices = from > 0 && noted.size === 0 ? arrived : []
    let run: { first: number; sha256: string[] } = { first: 0, sha256: [] }
    const noteRun = async () => {
      const { first, sha256 } = run
      if (sha256.length === 0) return
      await note(first, sha256)
      for (let index = 0; index < sha256.length; index++) noted.add(first + index)
      run = { first: 0, sha256: [] }
    }
    // one after the other, so that one slice is in memory
    for (const slice of new Set([...firstSlices, ...slicesOf(from, to)])) {
      if (noted.has(slice)) continue
      if (slice !== run.first + run.sha256.length) await noteRun()
      if (run.sha256.length === 0) run.first = slice
      run.sha256.push(await hashOfSlice(file, slice))
      // another file mostly differs in its first slice: that is found out at once
      if (slice === 0 || run.sha256.length === checksumsAtOnce) await noteRun()
    }
    await noteRun()
  }
}

const idOf = (url: string): string => url.split('/').at(-1) ?? ''

/** Runs one attempt until everything has arrived. Rejects with an ApiError (status 0: the connection was lost), or as `signal` says. */
async function attempt(
  { lectureId, file, uploadId, compare }: VideoToSend,
  {
    onBegun,
    onProgress,
    onLine,
    onCompared,
  }: SendingHooks & { /** the file is that of the upload */ onCompared: () => void },
  signal: AbortSignal,
): Promise<void> {
  const { partBytes, override } = tabWay
  const { Upload } = await import('tus-js-client').catch(() => {
    throw new ApiError(0, 'network', t`The connection was lost.`)
  })
  signal.throwIfAborted()
  let begunId = uploadId
  let onNoted = () => {}
  const noteChecksums = checksumNoter(
    file,
    async (first, sha256) => {
      await browserApi(calls.uploads.checksums, {
        params: { uploadId: begunId ?? '' },
        body: { first, sha256 },
        signal,
      })
      onNoted()
    },
    compare,
  )
  await new Promise<void>((resolve, reject) => {
    let ended = false
    const finish = (settle: () => void): void => {
      ended = true
      watch.end()
      signal.removeEventListener('abort', stop)
      settle()
    }
    const watch = stallTimer(() => {
      void upload.abort()
      finish(() => reject(new ApiError(0, 'network', t`The connection was lost.`)))
    })
    const stop = (): void => {
      void upload.abort()
      finish(() => reject(signal.reason))
    }
    const upload = new Upload(file, {
      // without an endpoint the library begins no new upload when it cannot ask for the old one
      ...(uploadId === null ? { endpoint: calls.uploads.create.path } : { uploadUrl: `/api/uploads/${uploadId}` }),
      chunkSize: partBytes,
      overridePatchMethod: override,
      retryDelays: null,
      // the server keeps the list of unfinished uploads
      storeFingerprintForResuming: false,
      metadata: { lectureId, filename: file.name, filetype: file.type },
      onUploadUrlAvailable: () => {
        if (!upload.url) return
        begunId = idOf(upload.url)
        onBegun(begunId)
      },
      async onBeforeRequest(request) {
        const offset = request.getHeader('Upload-Offset')
        if (offset === undefined) return
        const from = Number(offset)
        await noteChecksums(from, Math.min(from + partBytes, file.size)).catch((error: unknown) => {
          finish(() => reject(error))
          throw error
        })
        onCompared()
        // the library would send what it was about to send
        if (ended) throw new Error('this attempt has ended')
        watch.progress(silentMs)
      },
      onProgress: (sent, total) => {
        watch.progress(silentMs)
        onLine(false)
        onProgress({ sent, total })
      },
      onSuccess: () => finish(resolve),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null
        finish(() =>
          reject(
            answer
              ? errorOfReply(answer.getStatus(), answer.getBody(), tabWay)
              : new ApiError(0, 'network', error.message),
          ),
        )
      },
    })
    signal.addEventListener('abort', stop)
    // the checksums of gigabytes take longer than a silent line may
    onNoted = () => watch.progress(silentMs)
    watch.progress(silentMs)
    upload.start()
  })
}

function problemOfText(status: number, text: string): ApiError {
  try {
    return problemOf(status, JSON.parse(text))
  } catch {
    return problemOf(status, undefined)
  }
}

/** Deletes an upload; one that is gone is no error. Throws ApiError. */
export async function deleteUpload(uploadId: string): Promise<void> {
  const ask = async (): Promise<Response> =>
    fetch(`/api/uploads/${uploadId}`, {
      method: tabWay.override ? 'POST' : 'DELETE',
      headers: { 'tus-resumable': '1.0.0', ...(tabWay.override && { 'x-http-method-override': 'DELETE' }) },
    })
  let answer = await ask()
  let error = answer.ok || answer.status === 404 ? null : errorOfReply(answer.status, await answer.text(), tabWay)
  if (error?.code === 'network') {
    answer = await ask()
    error = answer.ok || answer.status === 404 ? null : errorOfReply(answer.status, await answer.text(), tabWay)
  }
  if (error) throw error
}

/** Asks what became of an upload until the server has checked it. */
async function resultOf(
  uploadId: string,
  onLine: SendingHooks['onLine'],
  signal: AbortSignal,
): Promise<Lecture | null> {
  for (let count = 0; ; count++) {
    await sleep(resultMs[Math.min(count, resultMs.length - 1)] ?? 0, signal)
    try {
      const { upload, lecture } = await browserApi(calls.uploads.result, { params: { uploadId }, signal })
      onLine(false)
      if (upload.state === 'done') return lecture
      if (upload.problem !== null) throw new ApiError(415, 'wrong_media', upload.problem)
      // it was taken for complete, but bytes are missing
      if (upload.state === 'receiving' && count > 3)
        throw new ApiError(409, 'upload_conflict', t`The upload broke off. Please try again.`)
    } catch (error) {
      if (!(error instanceof ApiError) || !passes(error) || error.code === 'upload_conflict') throw error
      onLine(error.status === 0)
    }
  }
}

/**
 * Sends a video in parts until its lecture has it; goes on by itself when the connection was lost. Returns the lecture, null when it was
 * removed meanwhile. Rejects with the reason of `signal`, or with an ApiError that does not pass by itself.
 */
export async function sendVideo(video: VideoToSend, hooks: SendingHooks, signal: AbortSignal): Promise<Lecture | null> {
  let { uploadId, compare } = video
  let failures = 0
  const onCompared = (): void => {
    compare = false
  }
  const onBegun = (id: string): void => {
    uploadId = id
    hooks.onBegun(id)
  }
  const onProgress = (progress: UploadProgress): void => {
    failures = 0
    hooks.onProgress(progress)
  }
  for (;;) {
    try {
      await attempt({ ...video, uploadId, compare }, { ...hooks, onBegun, onProgress, onCompared }, signal)
      if (uploadId === null) throw new ApiError(0, 'network', t`The connection was lost.`)
      hooks.onLine(false)
      hooks.onArrived()
      return await resultOf(uploadId, hooks.onLine, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404 && uploadId !== null) {
        // it was deleted after its time, or on another device: from the beginning
        uploadId = null
        continue
      }
      // a limit of unfinished uploads does not pass by itself
      if (!passes(error) || (uploadId === null && error.status === 429)) throw error
      hooks.onLine(error.status === 0 || error.status >= 500)
      if (failures >= failuresBeforeSmaller) takeSmallerParts(tabWay)
      await sleep(retryMs[Math.min(failures++, retryMs.length - 1)] ?? 0, signal, 'online')
    }
  }
}
