import { ApiError, type Client } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { uploadApi } from './upload.ts'
import { paceAfter, percentOf, type UploadPace } from './upload-pace.ts'

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
      ? `The connection was lost after ${percentOf(pace)} % of the upload. Nothing you entered is gone: please try again.`
      : 'The server cannot be reached. Check your connection and try again.',
  )

/** One upload at a time: its progress, a function to stop it, and its result. Leaving the page stops it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** `bytes` is the size of the file, 0 without one; the browser reports the exact total later. */
  async function run<Reply>(
    bytes: number,
    send: (api: Client, signal: AbortSignal) => Promise<Reply>,
  ): Promise<UploadEnd<Reply>> {
    const control = new AbortController()
    running.current = control
    let stalled = false
    const watch = stallTimer(() => {
      stalled = true
      control.abort()
    })
    let pace: UploadPace = { sent: 0, total: bytes, at: performance.now(), speed: null }
    setState({ phase: 'sending', pace })
    watch.progress(sendingTimeout)
    const api = uploadApi((progress) => {
      const complete = progress.sent >= progress.total
      watch.progress(complete ? storingTimeout : sendingTimeout)
      const next = paceAfter(pace, progress, performance.now())
      if (next === pace) return
      pace = next
      setState(complete ? { phase: 'storing' } : { phase: 'sending', pace })
    })
    try {
      return { end: 'done', reply: await send(api, control.signal) }
    } catch (error) {
      if (stalled || (error instanceof ApiError && error.code === 'network'))
        return { end: 'failed', error: lost(pace, bytes) }
      return control.signal.aborted ? { end: 'stopped' } : { end: 'failed', error }
    } finally {
      watch.end()
      running.current = null
      setState({ phase: 'idle' })
    }
  }

  return { state, busy: state.phase !== 'idle', run, stop: () => running.current?.abort() }
}
