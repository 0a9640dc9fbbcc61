import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalMedia } from './local-media.ts'

const track = (kind: string) => ({ kind, enabled: true, stop: vi.fn(), addEventListener: () => {} })
const streamOf = (one: ReturnType<typeof track>) => ({ getTracks: () => [one] })
const busy = () => Promise.reject(new DOMException('Timeout starting video source', 'AbortError'))

const ask = vi.fn<(wanted: MediaStreamConstraints) => Promise<unknown>>()
let permission = 'granted'
beforeEach(() => {
  vi.useFakeTimers()
  permission = 'granted'
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: ask,
      enumerateDevices: async () => [],
      addEventListener: () => {},
      removeEventListener: () => {},
    },
    permissions: { query: async () => ({ state: permission }) },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  ask.mockReset()
})

/** A camera that is busy for so many calls, and a page that wants it. */
async function begin(times: number) {
  const camera = track('video')
  for (let count = 0; count < times; count++) ask.mockImplementationOnce(busy)
  ask.mockResolvedValue(streamOf(camera))
  const media = createLocalMedia()
  await media.start(['video'])
  return { media, camera, video: () => media.store.read().video }
}

test('a camera that could not be started is asked for again, and shows its picture without a press', async () => {
  const { media, camera, video } = await begin(3)
  expect(video()).toEqual({ track: null, on: true, problem: 'busy', paused: false })
  await vi.advanceTimersByTimeAsync(4500)
  expect(video().problem).toBe('busy')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(video()).toEqual({ track: camera, on: true, problem: null, paused: false })
  media.close()
})

test('it is not asked for without end', async () => {
  const { media } = await begin(100)
  await vi.advanceTimersByTimeAsync(3600_000)
  expect(ask).toHaveBeenCalledTimes(4)
  media.close()
})

test.each([
  ['it was turned off', (media: ReturnType<typeof createLocalMedia>) => media.turn('video', false)],
  ['the room was left', (media: ReturnType<typeof createLocalMedia>) => media.close()],
])('it is not asked for again after %s', async (_what, act) => {
  const { media } = await begin(1)
  await act(media)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  media.close()
})

test('it is not asked for again where the browser would ask the user again', async () => {
  permission = 'prompt'
  const { media } = await begin(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  media.close()
})

test('a camera that is turned off while it starts stays off', async () => {
  const camera = track('video')
  let give = (_stream: unknown): void => {}
  ask.mockReturnValue(
    new Promise((resolve) => {
      give = resolve
    }),
  )
  const media = createLocalMedia()
  const started = media.start(['video'])
  await media.turn('video', false)
  give(streamOf(camera))
  await started
  expect(media.store.read().video.track).toBeNull()
  expect(camera.stop).toHaveBeenCalled()
  media.close()
})
