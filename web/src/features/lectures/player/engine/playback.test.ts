import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '#lib/create-store.ts'
import { FakeVideo, stubBrowser } from '../fixtures.ts'
import { preferences } from '../preferences.ts'
import type { StreamEvents, StreamOptions } from './hls-engine.ts'
import { createPlayback, initialPlayback, type PlaybackOptions } from './playback.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = { videoUrl: '/v' }
const stream = { videoUrl: '/v', streamUrl: '/s/main.m3u8' }
const playlist = () => new Response('#EXTM3U\n240p.m3u8\n720p.m3u8\n')

function setUp(
  options: Partial<PlaybackOptions> = {},
  { apple = false, engineFails = 0, replies = [] as Response[], before = {} as Partial<FakeVideo> } = {},
) {
  const browser = stubBrowser({ apple, replies })
  const video = Object.assign(new FakeVideo(), before)
  const store = createStore(initialPlayback)
  const opened: (StreamOptions & { on: StreamEvents; retries: number; closed: boolean })[] = []
  let failures = engineFails
  const playback = createPlayback(video.element, store, async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return {
      openStream(_, options, on) {
        const one = { ...options, on, retries: 0, closed: false }
        opened.push(one)
        return {
          choose: () => {},
          retry: () => void one.retries++,
          destroy() {
            one.closed = true
          },
        }
      },
    }
  })
  const positions: number[] = []
  const all: PlaybackOptions = {
    address: file,
    duration: 60,
    autoPlay: true,
    onPosition: ({ seconds }) => positions.push(seconds),
    ...options,
  }
  playback.show(all)
  const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
  return { ...browser, video, store, playback, opened, positions, all, tick }
}

describe('a press before the video is loaded', () => {
  it('plays at once, and so does the next lecture', () => {
    const { video, playback, all } = setUp()
    expect(video.paused).toBe(false)
    video.loaded(60)
    video.pause()
    playback.show({ ...all, address: { videoUrl: '/w' }, autoPlay: false })
    expect(video.paused).toBe(false)
  })

  it('is taken back by a second one', () => {
    const { video } = setUp()
    video.pause()
    video.loaded(60)
    expect(video.paused).toBe(true)
  })

  it('holds while a stream is attached, which pauses the element', async () => {
    const { video, tick } = setUp({ address: stream })
    await tick()
    video.paused = true
    video.loaded(60)
    expect(video.paused).toBe(false)
  })
})

describe('a video that a press has played before there was a player', () => {
  const playing = { src: '/v#t=20', paused: false, readyState: 4, duration: 60, currentTime: 21 }
  const played = { length: 1, start: () => 20, end: () => 31 }
  const resuming = { autoPlay: false, startAt: () => 20 }

  it('plays on, and its place is saved', () => {
    const { video, store, positions } = setUp(resuming, { before: playing })
    expect([video.src, video.loads, video.paused, video.currentTime]).toEqual(['/v#t=20', 0, false, 21])
    expect(store.read().resumedAt).toBe(20)
    video.playedTo(22)
    expect(positions).toEqual([22])
  })

  it('goes to where it was watched to here, which the server did not know', () => {
    const { video } = setUp({ ...resuming, startAt: () => 40 }, { before: playing })
    expect([video.src, video.paused, video.currentTime]).toEqual(['/v#t=20', false, 40])
  })

  it('goes on from where it has come to, however long that took, and what was played is reported', async () => {
    const parts: number[][] = []
    const onPlayedBefore = (...part: number[]) => parts.push(part)
    const { video, positions, tick } = setUp(
      { ...resuming, onPlayedBefore },
      { before: { ...playing, currentTime: 31, played } },
    )
    expect([video.paused, video.currentTime]).toEqual([false, 31])
    await tick(2000)
    expect([parts, positions]).toEqual([[[20, 31]], []])
  })

  it('that has ended stays at its end, which is saved', async () => {
    const ended = { ...playing, paused: true, currentTime: 60, played }
    const { video, positions, tick } = setUp(resuming, { before: ended })
    await tick(2000)
    expect([video.paused, video.currentTime, positions]).toEqual([true, 60, [60]])
  })

  it('is reported for no other lecture', async () => {
    const parts: number[][] = []
    const onPlayedBefore = (...part: number[]) => parts.push(part)
    const { playback, all, tick } = setUp({ ...resuming, onPlayedBefore }, { before: { ...playing, played } })
    playback.show({ ...all, address: { videoUrl: '/w' } })
    await tick(2000)
    expect(parts).toEqual([])
  })

  it('goes to the beginning where it was watched to the end here', () => {
    const { video } = setUp({ ...resuming, startAt: () => 0 }, { before: { ...playing, played } })
    expect([video.paused, video.currentTime]).toEqual([false, 0])
  })

  it('is as loud as this browser remembers', () => {
    const { video } = setUp(resuming, { before: { ...playing, volume: 0.2, muted: true } })
    expect([video.volume, video.muted]).toEqual([1, false])
  })

  it('that has failed after a while goes on from there', async () => {
    const before = { ...playing, currentTime: 31, played, error: { code: 2 } }
    const { video, tick, playback } = setUp(resuming, { before, replies: [new Response('', { status: 404 })] })
    await tick()
    playback.retry()
    await tick()
    video.loaded(60)
    expect(video.currentTime).toBe(31)
  })

  it('is set up when its length comes later', () => {
    const { video } = setUp(resuming, { before: { ...playing, readyState: 0, currentTime: 0, duration: Number.NaN } })
    video.loaded(60)
    expect([video.src, video.loads, video.paused, video.currentTime]).toEqual(['/v#t=20', 0, false, 20])
  })

  it('that has failed says why', async () => {
    const replies = [new Response('', { status: 403 })]
    const { store, tick } = setUp(resuming, { before: { ...playing, readyState: 0, error: { code: 2 } }, replies })
    await tick()
    expect(store.read().error).toBe('refused')
  })

  it('gets its stream, which plays', async () => {
    const { video, opened, tick } = setUp({ autoPlay: false, address: stream }, { before: { paused: false } })
    await tick()
    expect([video.paused, opened.length]).toEqual([false, 1])
  })
})

describe('who may not watch any more', () => {
  it('hears nothing of what a stream has loaded, and the place is not overwritten', async () => {
    const { video, store, opened, positions, tick } = setUp({ address: stream })
    await tick()
    video.loaded(60)
    await tick()
    video.playedTo(20)
    expect(video.paused).toBe(false)
    opened[0]?.on.onRefused()
    expect(store.read().error).toBe('refused')
    expect([video.paused, opened[0]?.closed]).toEqual([true, true])
    await tick(120_000)
    expect(opened[0]?.retries).toBe(0)
    expect(positions).toEqual([0, 20])
  })

  it('hears nothing of a file either', async () => {
    const { video, store, replies, tick } = setUp()
    video.loaded(60)
    await tick()
    replies.push(new Response('', { status: 403 }))
    video.fail()
    await tick()
    expect(store.read().error).toBe('refused')
    expect([video.paused, video.src]).toEqual([true, ''])
  })

  it('may watch another lecture', async () => {
    const { store, playback, opened, all, tick } = setUp({ address: stream })
    await tick()
    opened[0]?.on.onRefused()
    playback.show({ ...all, address: { videoUrl: '/w', streamUrl: '/t/main.m3u8' } })
    await tick()
    expect(store.read().error).toBeNull()
    expect(opened[1]?.url).toBe('/t/main.m3u8')
  })
})

describe('a lost line', () => {
  it('is tried with growing pauses, and at once when it is back', async () => {
    const { store, opened, window, tick } = setUp({ address: stream })
    await tick()
    const one = opened[0]
    one?.on.onLost()
    expect(store.read().lost).toBe(true)
    await tick(1000)
    expect(one?.retries).toBe(1)
    one?.on.onLost()
    await tick(1900)
    expect(one?.retries).toBe(1)
    window.dispatchEvent(new Event('online'))
    expect(one?.retries).toBe(2)
    one?.on.onReached()
    expect(store.read().lost).toBe(false)
    await tick(60_000)
    expect(one?.retries).toBe(2)
  })

  it('is not tried for a page that no one sees, and goes on when it is seen', async () => {
    const { opened, document, tick } = setUp({ address: stream, autoPlay: false })
    await tick()
    document.hidden = true
    opened[0]?.on.onLost()
    await tick(60_000)
    expect(opened[0]?.retries).toBe(0)
    document.hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    expect(opened[0]?.retries).toBe(1)
  })

  it('is the same for a file, which goes on where it was', async () => {
    const { video, store, tick } = setUp()
    video.loaded(60)
    await tick()
    video.playedTo(30)
    video.fail()
    await tick()
    expect(store.read().lost).toBe(true)
    const before = video.loads
    await tick(1000)
    expect(video.loads).toBe(before + 1)
    video.loaded(60)
    expect([video.currentTime, store.read().lost]).toEqual([30, false])
  })

  it('of an earlier lecture does not reload the next one', async () => {
    const { video, store, playback, all, tick } = setUp()
    let answer = (_: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    video.fail()
    await tick()
    playback.show({ ...all, address: { videoUrl: '/w' } })
    const before = video.loads
    answer(new Response('', { status: 503 }))
    await tick(60_000)
    expect([video.src, video.loads, store.read().lost]).toEqual(['/w', before, false])
  })
})

describe('a stream', () => {
  it('waits for its engine on a bad line instead of playing the file', async () => {
    const { video, store, opened, tick } = setUp({ address: stream }, { engineFails: 2 })
    await tick()
    expect([store.read().lost, video.src]).toEqual([true, ''])
    await tick(3000)
    expect(opened).toHaveLength(1)
    expect(video.src).toBe('')
  })

  it('plays as its file where the engine does not come', async () => {
    const { video, store, tick } = setUp({ address: stream }, { engineFails: 99 })
    await tick(60_000)
    expect([video.src, store.read().lost]).toEqual(['/v', false])
  })

  it('that breaks is opened again at the same second, then as its file', async () => {
    const { video, opened, tick } = setUp({ address: stream })
    await tick()
    video.loaded(60)
    await tick()
    video.playedTo(25)
    opened[0]?.on.onReplaced()
    await tick()
    expect([opened.length, opened[1]?.startAt]).toEqual([2, 25])
    opened[1]?.on.onReplaced()
    expect(video.src).toBe('/v')
  })

  it('is left to browsers that play it, in the quality of the data saver where it is on', async () => {
    const one = setUp({ address: stream }, { apple: true, replies: [playlist()] })
    await one.tick()
    expect([one.video.src, one.store.read().heights]).toEqual(['/s/main.m3u8', [240, 720]])
    one.replies.push(playlist())
    preferences.change({ dataSaver: true })
    await one.tick()
    expect(one.video.src).toBe('/s/240p.m3u8')
    one.playback.close()
    preferences.change({ dataSaver: false })
  })
})

it('releases the video when the player is left', async () => {
  const { video, playback, positions, tick } = setUp()
  video.loaded(60)
  await tick()
  playback.close()
  expect([video.src, video.paused, positions]).toEqual(['', true, [0]])
})

describe('a video that rested', () => {
  it('goes to the place of another device before it plays, and does not save its own over it', async () => {
    let answer = (_: number | null) => {}
    const newerPosition = vi.fn(() => new Promise<number | null>((resolve) => (answer = resolve)))
    const { video, store, positions, tick } = setUp({ autoPlay: false, newerPosition })
    video.loaded(60)
    await tick(61_000)
    await video.play()
    video.playedTo(0.5)
    expect(newerPosition).toHaveBeenCalledOnce()
    expect(positions).toEqual([0])
    answer(40)
    await tick()
    expect([video.currentTime, store.read().resumedAt]).toEqual([40, 40])
    video.dispatchEvent(new Event('seeked'))
    video.playedTo(41)
    expect(positions).toEqual([0, 41])
  })

  it('is asked about when its page is seen again, and not before', async () => {
    const newerPosition = vi.fn(async () => null)
    const { video, document, tick } = setUp({ autoPlay: false, newerPosition })
    video.loaded(60)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(newerPosition).not.toHaveBeenCalled()
    await tick(61_000)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(newerPosition).toHaveBeenCalledOnce()
  })
})

describe('a file of whose picture this browser knows nothing', () => {
  it('is not heard over a dark picture: it is said, and tried again when asked', async () => {
    const { video, store, playback, positions, tick } = setUp()
    video.videoWidth = 0
    video.loaded(60)
    await tick()
    expect([store.read().error, video.paused]).toEqual(['unseen', true])
    video.playedTo(9)
    expect(positions).not.toContain(9)
    video.videoWidth = 640
    playback.retry()
    video.loaded(60)
    await tick()
    expect([store.read().error, video.paused]).toEqual([null, false])
  })

  it('is said too where the browser refuses the whole file', async () => {
    const { video, store, replies, tick } = setUp()
    replies.push(new Response('', { status: 206 }))
    video.fail(4)
    await tick()
    expect(store.read().error).toBe('unseen')
  })

  it('is no fault of a lecture with a stream, and none of what the line broke', async () => {
    const withStream = setUp({ address: stream })
    await withStream.tick()
    withStream.video.videoWidth = 0
    withStream.video.loaded(60)
    expect(withStream.store.read().error).toBeNull()
    const { video, store, replies, tick } = setUp()
    replies.push(new Response('', { status: 206 }))
    video.fail()
    await tick()
    expect(store.read().error).toBe('broken')
  })
})
