import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeVideo, stubBrowser } from '../fixtures.ts'
import { openStream, type StreamEvents } from './hls-engine.ts'

type Handler = (event: string, data: unknown) => void
type Level = { uri: string; bitrate: number }

const { FakeHls, instances } = vi.hoisted(() => {
  // files share a process: without, the engine would use the hls.js of the file before, and the next file would get ours
  vi.resetModules()
  /** hls.js as far as the engine uses it: what it is told is noted, and tests say what it finds. */
  class FakeHls {
    static DefaultConfig = { loader: class {} }
    readonly handlers = new Map<string, Handler>()
    readonly calls: string[] = []
    readonly config: Record<string, unknown>
    levels: Level[] = []
    autoLevelCapping = -1
    autoLevelEnabled = true
    bandwidthEstimate = 500_000
    startLevel = -1
    nextLevel = -1
    loadLevel = -1
    constructor(config: Record<string, unknown>) {
      this.config = config
      instances.push(this)
    }
    on(event: string, handler: Handler): void {
      this.handlers.set(event, handler)
    }
    emit(event: string, data: unknown = {}): void {
      this.handlers.get(event)?.(event, data)
    }
    loadSource = () => void this.calls.push('loadSource')
    attachMedia = () => {}
    startLoad = (at: number) => void this.calls.push(`startLoad ${at}`)
    stopLoad = () => void this.calls.push('stopLoad')
    recoverMediaError = () => void this.calls.push('recover')
    destroy = () => void this.calls.push('destroy')
    parsed(): void {
      this.levels = [
        { uri: '/s/240p.m3u8', bitrate: 348_000 },
        { uri: '/s/360p.m3u8', bitrate: 796_000 },
        { uri: '/s/720p.m3u8', bitrate: 2_600_000 },
      ]
      this.emit('hlsManifestParsed')
      this.calls.length = 0
    }
  }
  const instances: FakeHls[] = []
  return { FakeHls, instances }
})

vi.mock('hls.js/light', () => ({
  default: FakeHls,
  Events: {
    MANIFEST_PARSED: 'hlsManifestParsed',
    LEVEL_SWITCHED: 'hlsLevelSwitched',
    LEVEL_LOADED: 'hlsLevelLoaded',
    FRAG_LOADED: 'hlsFragLoaded',
    ERROR: 'hlsError',
  },
  ErrorTypes: { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' },
  ErrorDetails: {
    MANIFEST_LOAD_ERROR: 'manifestLoadError',
    LEVEL_LOAD_ERROR: 'levelLoadError',
    MANIFEST_PARSING_ERROR: 'manifestParsingError',
  },
}))

beforeEach(() => instances.splice(0))
afterAll(() => void vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

function setUp({ saver = false } = {}) {
  const browser = stubBrowser()
  const video = new FakeVideo()
  const events: string[] = []
  const record =
    (name: string) =>
    (value?: unknown): void =>
      void events.push(value === undefined ? name : `${name} ${value}`)
  const on: StreamEvents = {
    onHeights: record('heights'),
    onHeight: record('height'),
    onLost: record('lost'),
    onReached: () => {},
    onRefused: record('refused'),
    onReplaced: record('replaced'),
    onReset: record('reset'),
    onBroken: record('broken'),
  }
  const choice = { quality: 'auto', saver } as const
  const stream = openStream(video.element, { url: '/s/main.m3u8', startAt: -1, idle: true, choice }, on)
  const hls = instances[0]
  if (!hls) throw new Error('there is no hls.js')
  hls.calls.length = 0
  const fail = (details: string, code = 0, type = 'networkError') =>
    hls.emit('hlsError', { fatal: true, type, details, response: { code } })
  return { ...browser, video, events, stream, hls, fail }
}

describe('a hidden page', () => {
  const hide = (browser: ReturnType<typeof setUp>, hidden: boolean) => {
    browser.document.hidden = hidden
    browser.document.dispatchEvent(new Event('visibilitychange'))
  }

  it('loads nothing for a paused video, and goes on when it is seen', () => {
    const one = setUp()
    one.hls.parsed()
    hide(one, true)
    expect(one.hls.calls).toEqual(['stopLoad'])
    hide(one, false)
    expect(one.hls.calls).toEqual(['stopLoad', 'startLoad -1'])
  })

  it('asks for the playlist again when that had not come before it was hidden', () => {
    const one = setUp()
    one.fail('manifestLoadError')
    expect(one.events).toEqual(['lost'])
    hide(one, true)
    one.hls.calls.length = 0
    hide(one, false)
    expect(one.hls.calls).toEqual(['loadSource'])
  })

  it('loads little for a video that plays', async () => {
    const one = setUp()
    one.hls.parsed()
    await one.video.play()
    hide(one, true)
    expect([one.hls.config.maxMaxBufferLength, one.hls.calls]).toEqual([12, []])
    hide(one, false)
    expect(one.hls.config.maxMaxBufferLength).toBe(60)
  })
})

describe('the quality', () => {
  it('is that of the player, and with the data saver at most 360p', () => {
    const one = setUp()
    one.video.clientHeight = 720
    one.hls.parsed()
    expect(one.hls.autoLevelCapping).toBe(2)
    one.stream.choose({ quality: 'auto', saver: true })
    expect([one.hls.autoLevelCapping, one.hls.nextLevel]).toEqual([1, -1])
    one.stream.choose({ quality: 240, saver: true })
    expect(one.hls.nextLevel).toBe(0)
  })

  it('begins with the data saver where that is on', () => {
    const { hls, video } = setUp({ saver: true })
    video.clientHeight = 720
    hls.parsed()
    expect(hls.autoLevelCapping).toBe(1)
  })
})

describe('an error', () => {
  it.each([
    ['manifestLoadError', 403, 'refused'],
    ['levelLoadError', 401, 'refused'],
    ['manifestLoadError', 404, 'replaced'],
    ['manifestParsingError', 200, 'broken'],
    ['fragLoadError', 0, 'lost'],
    ['manifestLoadError', 503, 'lost'],
  ])('%s with the status %d: %s', (details, code, expected) => {
    const { events, fail } = setUp()
    fail(details, code)
    expect(events).toEqual([expected])
  })

  it('of the decoder is recovered from once', () => {
    const { events, hls, fail } = setUp()
    fail('bufferAppendError', 0, 'mediaError')
    fail('bufferAppendError', 0, 'mediaError')
    expect(events).toEqual(['reset', 'broken'])
    expect(hls.calls).toEqual(['recover'])
  })
})
