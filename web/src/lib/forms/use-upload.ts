import { t } from '@lingui/core/macro'
import { ApiError, type Client, createClient, type Fetch } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { inReadersLanguage, withLanguage } from '../api.ts'

/** State of an upload: bytes, milliseconds, and bytes a second, null until known. */
export type UploadPace = UploadProgress & { at: number; speed: number | null }

/** Time after which an old speed counts for about a third, in seconds. */
const memory = 4
/** Minimum time between two readings that give a speed, in milliseconds. */
const shortest = 200

/**
 * Returns the pace after a new reading at `now` (milliseconds). The speed is smoothed and weighed by the time between readings,
 * so that it neither jumps with every packet nor lags behind a slower connection.
 */
export function paceAfter(before: UploadPace, progress: UploadProgress, now: number): UploadPace {
  const milliseconds = now - before.at
  if (milliseconds < shortest && progress.sent < progress.total) return before
  const seconds = Math.max(milliseconds, 1) / 1000
  const current = Math.max(0, progress.sent - before.sent) / seconds
  const weight = 1 - Math.exp(-seconds / memory)
  const speed = before.speed === null ? current : before.speed + weight * (current - before.speed)
  return { ...progress, at: now, speed }
}

/** Returns the seconds until everything is sent; null while unknown. */
export function secondsLeft({ sent, total, speed }: UploadPace): number | null {
  if (speed === null || speed < 1) return null
  return (total - sent) / speed
}

/** Returns 0 to 100, rounded down: 100 means that everything is sent. */
export const percentOf = ({ sent, total }: UploadProgress): number =>
  total > 0 ? Math.floor((100 * Math.min(sent, total)) / total) : 0

/** Bytes sent so far and bytes in all. */
export type UploadProgress = { sent: number; total: number }

/** Uses XMLHttpRequest: `fetch` reports no progress of uploads. */
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
      for (const [name, value] of Object.entries(withLanguage(init.headers))) request.setRequestHeader(name, value)
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
 * Returns a client that reports the progress of uploads. An abort `signal` stops a call, which then rejects with an
 * `AbortError`; other errors are `ApiError`s.
 */
export const uploadApi = (onProgress: (progress: UploadProgress) => void): Client =>
  inReadersLanguage(createClient(sendWithProgress(onProgress)))

/** Calls `onStall` once when there is no progress for the time of the last `progress` call (milliseconds). */
export function stallTimer(onStall: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    progress(allowed: number) {
      clearTimeout(timer)
      timer = setTimeout(onStall, allowed)
    },
    end() {
      clearTimeout(timer)
    },
  }
}

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; pace: UploadPace }
  /** everything is sent; the server checks and stores it */
  | { phase: 'storing' }

export type UploadEnd<Reply> = { end: 'done'; reply: Reply } | { end: 'stopped' } | { end: 'failed'; error: unknown }

/** Time without progress after which a connection counts as lost, in milliseconds. */
const sendingTimeout = 30_000
const storingTimeout = 180_000

const lost = (pace: UploadPace, bytes: number): ApiError =>
  new ApiError(
    0,
    'network',
    bytes > 0
      ? t`The connection was lost after ${{ percent: percentOf(pace) }} % of the upload. Your input is kept: please try again.`
      : t`The server cannot be reached. Check your connection and try again.`,
  )

type Send<Reply> = (api: Client, signal: AbortSignal) => Promise<Reply>

/**
 * Sends an upload and reports its progress until it is done, stopped by `control`, or failed; it never rejects. `bytes` is the size of
 * the file, 0 without one; the browser reports the exact total later.
 */
export async function runUpload<Reply>(
  bytes: number,
  send: Send<Reply>,
  { control, onState }: { control: AbortController; onState: (state: UploadState) => void },
): Promise<UploadEnd<Reply>> {
  let stalled = false
  const watch = stallTimer(() => {
    stalled = true
    control.abort()
  })
  let pace: UploadPace = { sent: 0, total: bytes, at: performance.now(), speed: null }
  onState({ phase: 'sending', pace })
  watch.progress(sendingTimeout)
  const api = uploadApi((progress) => {
    const complete = progress.sent >= progress.total
    watch.progress(complete ? storingTimeout : sendingTimeout)
    const next = paceAfter(pace, progress, performance.now())
    if (next === pace) return
    pace = next
    onState(complete ? { phase: 'storing' } : { phase: 'sending', pace })
  })
  try {
    return { end: 'done', reply: await send(api, control.signal) }
  } catch (error) {
    if (stalled || (error instanceof ApiError && error.code === 'network'))
      return { end: 'failed', error: lost(pace, bytes) }
    return control.signal.aborted ? { end: 'stopped' } : { end: 'failed', error }
  } finally {
    watch.end()
    onState({ phase: 'idle' })
  }
}

/** One upload at a time: its progress, a function to stop it, and its result. Leaving the page stops it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run<Reply>(bytes: number, send: Send<Reply>): Promise<UploadEnd<Reply>> {
    const control = new AbortController()
    running.current = control
    const end = await runUpload(bytes, send, { control, onState: setState })
    running.current = null
    return end
  }

  return { state, busy: state.phase !== 'idle', run, stop: () => running.current?.abort() }
}
