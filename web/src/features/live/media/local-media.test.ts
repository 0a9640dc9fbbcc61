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

test('a page of http, which has no devices, says so and goes on', async () => {
  vi.stubGlobal('navigator', {})
  const media = createLocalMedia()
  await media.start()
  const { asking, audio, video } = media.store.read()
  expect([asking, audio.problem, video.problem]).toEqual([false, 'insecure', 'insecure'])
  media.close()
})

/** A microphone that can end and be paused, as the system does it. */
class Microphone extends EventTarget {
  readonly kind = 'audio'
  enabled = true
  muted = false
  readonly stop = vi.fn()
  readonly label: string
  constructor(label: string) {
    super()
    this.label = label
  }
  become(event: 'ended' | 'mute' | 'unmute') {
    this.muted = event === 'mute'
    this.dispatchEvent(new Event(event))
  }
}
const soon = () => vi.advanceTimersByTimeAsync(10)

async function talk(devices: { kind: string; deviceId: string; label: string }[]) {
  navigator.mediaDevices.enumerateDevices = async () => devices as MediaDeviceInfo[] // as much of them as is read
  const headset = new Microphone('Headset')
  ask.mockResolvedValueOnce({ getTracks: () => [headset] })
  const media = createLocalMedia()
  await media.start(['audio'])
  return { media, headset, audio: () => media.store.read().audio }
}

test('when a headset is unplugged, another microphone goes on in its place, muted if it was', async () => {
  const { media, headset, audio } = await talk([{ kind: 'audioinput', deviceId: 'b', label: 'Built in' }])
  await media.turn('audio', false)
  const other = new Microphone('Built in')
  ask.mockResolvedValueOnce({ getTracks: () => [other] })
  headset.become('ended')
  await soon()
  expect(audio()).toEqual({ track: other, on: false, problem: null, paused: false })
  expect(other.enabled).toBe(false)
  media.close()
})

test('without another microphone the page says that there is none', async () => {
  const { media, headset, audio } = await talk([])
  headset.become('ended')
  await soon()
  expect(audio()).toEqual({ track: null, on: false, problem: 'missing', paused: false })
  media.close()
})

test('a phone call pauses the microphone, and its end gives it back; otherwise it can be asked for again', async () => {
  const { media, headset, audio } = await talk([])
  headset.become('mute')
  expect(audio().paused).toBe(true)
  headset.become('unmute')
  expect(audio().paused).toBe(false)
  headset.become('mute')
  const again = new Microphone('Headset')
  ask.mockResolvedValueOnce({ getTracks: () => [again] })
  await media.resume('audio')
  expect(headset.stop).toHaveBeenCalled()
  expect(audio()).toMatchObject({ track: again, paused: false })
  media.close()
})

test('who only listens gives the devices back', async () => {
  const { media, headset, audio } = await talk([])
  media.rest()
  expect(headset.stop).toHaveBeenCalled()
  expect(audio()).toEqual({ track: null, on: false, problem: null, paused: false })
  media.close()
})
