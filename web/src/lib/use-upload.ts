import { ApiError, type Client } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { silenceWatch } from './silence-watch.ts'
import { uploadApi } from './upload.ts'
import { paceAfter, percentOf, type UploadPace } from './upload-pace.ts'

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; pace: UploadPace }
  /** everything has left; the server checks and keeps it */
  | { phase: 'storing' }

export type UploadEnd<Reply> = { end: 'done'; reply: Reply } | { end: 'stopped' } | { end: 'failed'; error: unknown }

/** A line that is cut without a word is noticed by its silence, in milliseconds. */
const silentSending = 30_000
const silentStoring = 180_000

const lost = (pace: UploadPace, bytes: number): ApiError =>
  new ApiError(
    0,
    'network',
    bytes > 0
      ? `The connection was lost after ${percentOf(pace)} % of the upload. Nothing you entered is gone: please try again.`
      : 'The server cannot be reached. Check your connection and try again.',
  )

/** One upload at a time: how far it is, a way to stop it, and an end that is always told. Leaving the page stops it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** `bytes` is the size of the file, 0 without one; the browser tells the exact size of the whole a moment later. */
  async function run<Reply>(
    bytes: number,
    send: (api: Client, signal: AbortSignal) => Promise<Reply>,
  ): Promise<UploadEnd<Reply>> {
    const control = new AbortController()
    running.current = control
    let silent = false
    const watch = silenceWatch(() => {
      silent = true
      control.abort()
    })
    let pace: UploadPace = { sent: 0, total: bytes, at: performance.now(), speed: null }
    setState({ phase: 'sending', pace })
    watch.heard(silentSending)
    const api = uploadApi((progress) => {
      const complete = progress.sent >= progress.total
      watch.heard(complete ? silentStoring : silentSending)
      const next = paceAfter(pace, progress, performance.now())
      if (next === pace) return
      pace = next
      setState(complete ? { phase: 'storing' } : { phase: 'sending', pace })
    })
    try {
      return { end: 'done', reply: await send(api, control.signal) }
    } catch (error) {
      if (silent || (error instanceof ApiError && error.code === 'network'))
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
