import { ApiError, api } from '@virtual-courses/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadApi } from './upload.ts'

type Plan = (request: FakeRequest) => void
let plan: Plan

/** The part of XMLHttpRequest that uploads need, played by `plan`. */
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

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => vi.unstubAllGlobals())

const input = { params: { lectureId: 'l1' }, body: { lectureTitle: 'A' }, files: { videoUrl: new Blob(['abc']) } }

it('reports how much has left, and answers like any other call', async () => {
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
  await expect(uploadApi(() => {})(api.lectures.edit, input)).rejects.toMatchObject({ status: 413, code: 'too_large' })
})

it('throws a network error when the connection is lost', async () => {
  plan = (request) => request.onerror?.()
  await expect(uploadApi(() => {})(api.lectures.edit, input)).rejects.toBeInstanceOf(ApiError)
})

it('stops when asked to', async () => {
  const stop = new AbortController()
  plan = () => stop.abort()
  const upload = uploadApi(() => {})(api.lectures.edit, { ...input, signal: stop.signal })
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' })
})
