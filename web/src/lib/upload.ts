import { type Client, createClient, type Fetch } from '@virtual-courses/contract'

/** Bytes sent so far and bytes in all. */
export type UploadProgress = { sent: number; total: number }

/** `fetch` cannot say how much of a body has left the browser; XMLHttpRequest can. */
const sendWithProgress =
  (onProgress: (progress: UploadProgress) => void): Fetch =>
  (path, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const settle = (finish: () => void) => {
        init.signal?.removeEventListener('abort', abort)
        finish()
      }
      request.open(init.method, path)
      request.withCredentials = true
      for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
      request.onload = () =>
        settle(() => {
          const empty = request.status === 204 || request.status === 205
          resolve(new Response(empty ? null : request.responseText, { status: request.status }))
        })
      request.onerror = () => settle(() => reject(new TypeError('The connection was lost')))
      request.onabort = () => settle(() => reject(new DOMException('The upload was stopped', 'AbortError')))
      if (init.signal?.aborted) return request.onabort(new ProgressEvent('abort'))
      init.signal?.addEventListener('abort', abort)
      request.send(init.body ?? null)
    })

/**
 * A client for upload calls that reports real progress while the body leaves the browser. Pass an abort `signal` with
 * the call to stop it: the call then rejects with an `AbortError`, everything else with `ApiError`.
 */
export const uploadApi = (onProgress: (progress: UploadProgress) => void): Client =>
  createClient(sendWithProgress(onProgress))
