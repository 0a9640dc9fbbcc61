import { vi } from 'vitest'

/** A video element for tests without a browser: what it is told is noted, what it does is said by the test. */
export class FakeVideo extends EventTarget {
  src = ''
  loads = 0
  paused = true
  ended = false
  seeking = false
  currentTime = 0
  duration = Number.NaN
  volume = 1
  muted = false
  playbackRate = 1
  defaultPlaybackRate = 1
  clientHeight = 360
  videoWidth = 640
  readyState = 0
  error: { code: number } | null = null
  buffered = { length: 0, start: () => 0, end: () => 0 }
  played = { length: 0, start: () => 0, end: () => 0 }

  load(): void {
    this.loads++
    this.readyState = 0
    this.error = null
    this.currentTime = 0
  }
  getAttribute(name: string): string | null {
    return (name === 'src' && this.src) || null
  }
  removeAttribute(name: string): void {
    if (name === 'src') this.src = ''
  }
  canPlayType(): string {
    return ''
  }
  async play(): Promise<void> {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause(): void {
    if (this.paused) return
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  /** Its metadata is there. */
  loaded(duration: number): void {
    this.duration = duration
    this.readyState = 1
    this.dispatchEvent(new Event('loadedmetadata'))
    this.dispatchEvent(new Event('seeked'))
    this.dispatchEvent(new Event('loadeddata'))
  }
  /** It plays to a second. */
  playedTo(seconds: number): void {
    this.currentTime = seconds
    this.dispatchEvent(new Event('timeupdate'))
  }
  fail(code = 2): void {
    this.error = { code }
    this.dispatchEvent(new Event('error'))
  }

  /** The same for what takes elements. */
  get element(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement // what the player uses of it is here
  }
}

type Browser = { document: EventTarget & { hidden: boolean }; window: EventTarget; replies: Response[] }

/** Puts a browser that plays streams around a test; `apple` by itself. `replies` are those of `fetch`, which fails without one. */
export function stubBrowser({ apple = false, replies = [] as Response[] } = {}): Browser {
  const document = Object.assign(new EventTarget(), {
    hidden: false,
    pictureInPictureElement: null,
    createElement: () => ({ canPlayType: () => (apple ? 'maybe' : '') }),
  })
  const window = Object.assign(new EventTarget(), {
    devicePixelRatio: 1,
    MediaSource: { isTypeSupported: () => true },
  })
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', window)
  vi.stubGlobal('navigator', { vendor: apple ? 'Apple Computer, Inc.' : '', languages: ['en'] })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal('fetch', async () => {
    const reply = replies.shift()
    if (!reply) throw new TypeError('Failed to fetch')
    return reply
  })
  return { document, window, replies }
}
