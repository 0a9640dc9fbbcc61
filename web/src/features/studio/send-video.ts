import { ApiError, api as calls, type Lecture, problemOf } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { stallTimer, type UploadProgress } from '#lib/use-upload.ts'

/** Bytes of one request: a multiple of the parts of S3, small enough for proxies that limit or keep bodies. */
const partBytes = 64 * 1024 ** 2
/** Time without progress after which a connection counts as lost, in milliseconds. */
const silentMs = 30_000
/** Waits before the next attempt after a lost connection, in milliseconds; the last one again and again. */
const retryMs = [1000, 2000, 4000, 8000, 15_000, 30_000]
const resultMs = [300, 600, 1000, 2000]
/** Files up to this size are hashed here; the browser has no hash of a stream. */
const hashedBytes = 64 * 1024 ** 2

export type VideoToSend = {
  lectureId: string
  file: File
  /** id of an upload that was begun before; null for a new one */
  uploadId: string | null
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
const passes = (status: number): boolean => status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)

async function hashOf(file: File): Promise<string | null> {
  if (file.size > hashedBytes || !globalThis.crypto?.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const idOf = (url: string): string => url.split('/').at(-1) ?? ''

/** Runs one attempt until everything has arrived. Rejects with an ApiError (status 0: the connection was lost), or as `signal` says. */
async function attempt(
  { lectureId, file, uploadId }: VideoToSend,
  { onBegun, onProgress, onLine }: SendingHooks,
  signal: AbortSignal,
): Promise<void> {
  const [{ Upload }, sha256] = await Promise.all([
    import('tus-js-client').catch(() => {
      throw new ApiError(0, 'network', 'The connection was lost.')
    }),
    uploadId === null ? hashOf(file) : null,
  ])
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void): void => {
      watch.end()
      signal.removeEventListener('abort', stop)
      settle()
    }
    const watch = stallTimer(() => {
      void upload.abort()
      finish(() => reject(new ApiError(0, 'network', 'The connection was lost.')))
    })
    const stop = (): void => {
      void upload.abort()
      finish(() => reject(signal.reason))
    }
    const upload = new Upload(file, {
      // without an endpoint the library begins no new upload when it cannot ask for the old one
      ...(uploadId === null ? { endpoint: calls.uploads.create.path } : { uploadUrl: `/api/uploads/${uploadId}` }),
      chunkSize: partBytes,
      retryDelays: null,
      // the server keeps the list of unfinished uploads
      storeFingerprintForResuming: false,
      metadata: { lectureId, filename: file.name, filetype: file.type, ...(sha256 && { sha256 }) },
      onUploadUrlAvailable: () => {
        if (upload.url) onBegun(idOf(upload.url))
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
            answer ? problemOfText(answer.getStatus(), answer.getBody()) : new ApiError(0, 'network', error.message),
          ),
        )
      },
    })
    signal.addEventListener('abort', stop)
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
        throw new ApiError(409, 'upload_conflict', 'The upload broke off. Please try again.')
    } catch (error) {
      if (!(error instanceof ApiError) || !passes(error.status) || error.code === 'upload_conflict') throw error
      onLine(error.status === 0)
    }
  }
}

/**
 * Sends a video in parts until its lecture has it; goes on by itself when the connection was lost. Returns the lecture, null when it was
 * removed meanwhile. Rejects with the reason of `signal`, or with an ApiError that does not pass by itself.
 */
export async function sendVideo(video: VideoToSend, hooks: SendingHooks, signal: AbortSignal): Promise<Lecture | null> {
  let { uploadId } = video
  let failures = 0
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
      await attempt({ ...video, uploadId }, { ...hooks, onBegun, onProgress }, signal)
      if (uploadId === null) throw new ApiError(0, 'network', 'The connection was lost.')
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
      if (!passes(error.status) || (uploadId === null && error.status === 429)) throw error
      hooks.onLine(error.status === 0 || error.status >= 500)
      await sleep(retryMs[Math.min(failures++, retryMs.length - 1)] ?? 0, signal, 'online')
    }
  }
}
