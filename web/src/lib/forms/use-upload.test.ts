import { ApiError, api } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paceAfter, percentOf, secondsLeft, stallTimer, type UploadPace, uploadApi } from './use-upload.ts'

type Plan = (request: FakeRequest) => void
let plan: Plan

/** The part of XMLHttpRequest that uploads need, controlled by `plan`. */
class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  sent: unknown
  address = ''
  withCredentials = false
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader() {}
  abort() {
    this.onabort?.()
  }
  send(body: unknown) {
    this.sent = body
    queueMicrotask(() => plan(this))
  }
}

describe('uploadApi', () => {
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
  afterEach(() => vi.unstubAllGlobals())

  const input = { params: { lectureId: 'l1' }, body: { lectureTitle: 'A' }, files: { videoUrl: new Blob(['abc']) } }

  it('reports the bytes sent, and returns the reply like any other call', async () => {
    const seen: number[] = []
    plan = (request) => {
      request.upload.onprogress?.({ loaded: 1, total: 4 })
      request.upload.onprogress?.({ loaded: 4, total: 4 })
      request.status = 200
      request.responseText = JSON.stringify({ lecture: { _id: 'l1' }, message: 'Lecture Updated' })
      request.onload?.()
    }
    const answer = await uploadApi(({ sent, total }) => seen.push(sent / total))(api.lectures.edit, input)
    expect(seen).toEqual([0.25, 1])
    expect(answer.message).toBe('Lecture Updated')
  })

  it('throws the problem of the server', async () => {
    plan = (request) => {
      request.status = 413
      request.responseText = JSON.stringify({ message: 'Too large', code: 'too_large', requestId: 'r' })
      request.onload?.()
    }
    await expect(uploadApi(() => {})(api.lectures.edit, input)).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })

  it('throws a network error when the connection is lost', async () => {
    plan = (request) => request.onerror?.()
    await expect(uploadApi(() => {})(api.lectures.edit, input)).rejects.toBeInstanceOf(ApiError)
  })

  it('stops when its signal is aborted', async () => {
    const stop = new AbortController()
    plan = () => stop.abort()
    const upload = uploadApi(() => {})(api.lectures.edit, { ...input, signal: stop.signal })
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
  })
})

const start: UploadPace = { sent: 0, total: 100_000_000, at: 0, speed: null }

/** A pace after readings every `every` milliseconds of `speed` bytes a second. */
function steady(from: UploadPace, speed: number, seconds: number, every = 500): UploadPace {
  let pace = from
  for (let passed = every; passed <= seconds * 1000; passed += every) {
    pace = paceAfter(pace, { sent: from.sent + (speed * passed) / 1000, total: from.total }, from.at + passed)
  }
  return pace
}

describe('paceAfter', () => {
  it('measures the speed of a steady connection', () => {
    expect(steady(start, 2_000_000, 5).speed).toBeCloseTo(2_000_000, 0)
  })

  it('follows a connection that becomes slow within seconds, without jumps', () => {
    const fast = steady(start, 4_000_000, 5)
    const soon = steady(fast, 400_000, 1).speed ?? 0
    const later = steady(fast, 400_000, 15).speed ?? 0
    expect(soon).toBeGreaterThan(2_500_000)
    expect(later).toBeLessThan(600_000)
  })

  it('weighs readings by their time, not by their number', () => {
    const often = steady(steady(start, 4_000_000, 5), 400_000, 4, 250).speed ?? 0
    const seldom = steady(steady(start, 4_000_000, 5), 400_000, 4, 2000).speed ?? 0
    expect(often / seldom).toBeCloseTo(1, 1)
  })

  it('skips readings that come too fast, but never the last one', () => {
    const pace = paceAfter(start, { sent: 1000, total: start.total }, 50)
    expect(pace).toBe(start)
    expect(paceAfter(start, { sent: start.total, total: start.total }, 50).sent).toBe(start.total)
  })

  it('handles two readings at the same time', () => {
    expect(paceAfter(start, { sent: start.total, total: start.total }, 0).speed).toBeGreaterThan(0)
  })
})

describe('what is shown', () => {
  it('rounds the percentage down: 100 means everything', () => {
    expect(percentOf({ sent: 999, total: 1000 })).toBe(99)
    expect(percentOf({ sent: 1000, total: 1000 })).toBe(100)
    expect(percentOf({ sent: 0, total: 0 })).toBe(0)
    expect(percentOf({ sent: 1200, total: 1000 })).toBe(100)
  })

  it('has no time left while the speed is unknown', () => {
    expect(secondsLeft(start)).toBeNull()
    expect(secondsLeft({ ...start, speed: 0 })).toBeNull()
  })
})

describe('stallTimer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('calls once when there is no progress for the time of the last call', () => {
    const onStall = vi.fn()
    const timer = stallTimer(onStall)
    timer.progress(1000)
    vi.advanceTimersByTime(900)
    timer.progress(5000)
    vi.advanceTimersByTime(4900)
    expect(onStall).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    expect(onStall).toHaveBeenCalledOnce()
  })

  it('does not call after its end', () => {
    const onStall = vi.fn()
    const timer = stallTimer(onStall)
    timer.progress(1000)
    timer.end()
    vi.advanceTimersByTime(5000)
    expect(onStall).not.toHaveBeenCalled()
  })
})
