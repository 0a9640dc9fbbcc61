import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type Level } from 'hls.js/light'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { FreshAddresses, freshLoader } from './fresh-addresses.ts'
import {
  automaticLimit,
  browserLine,
  bufferLimits,
  fixedHeight,
  heightOf,
  measuredKey,
  parseMeasured,
  type Quality,
  startSpeed,
} from './quality.ts'

/** What a stream tells its player. */
export type StreamEvents = {
  /** the heights that can be chosen, the lowest first */
  onHeights(heights: number[]): void
  /** the height that is shown from now on */
  onHeight(height: number): void
  /** the server cannot be reached: nothing is loaded until the next try */
  onLost(): void
  /** it is reached */
  onReached(): void
  /** the user may not watch it */
  onRefused(): void
  /** there is another stream now, or none */
  onReplaced(): void
  /** the element loads again what it has */
  onReset(): void
  /** it cannot be decoded */
  onBroken(): void
}

export type StreamOptions = {
  url: string
  /** in seconds; -1 for the beginning */
  startAt: number
  /** a video that does not play at once loads its first picture only */
  idle: boolean
  choice: StreamChoice
}

export type StreamChoice = { quality: Quality; saver: boolean }

export type Stream = {
  choose(choice: StreamChoice): void
  /** loads again */
  retry(): void
  destroy(): void
}

/** How often the measured speed is kept, in milliseconds. */
const keepMs = 5000
/** Two decoding errors within this time, in milliseconds, end the stream. */
const brokenMs = 10_000
/** Seconds that are loaded before the first press of "Play", and while the page is hidden. */
const littleAhead = 2
const hiddenAhead = 12

/** How long the first part may take at the beginning, and after a move to what is not loaded, in seconds: first the picture, then its quality. */
const beginWithin = 1
const moveWithin = 0.6

const memory = (): number | undefined => {
  const value: unknown = Reflect.get(navigator, 'deviceMemory')
  return typeof value === 'number' ? value : undefined
}

/** Plays an HLS stream in a video element by Media Source Extensions. */
export function openStream(video: HTMLVideoElement, options: StreamOptions, on: StreamEvents): Stream {
  const limits = bufferLimits(memory())
  const line = browserLine()
  const hls = new Hls({
    enableWorker: false,
    lowLatencyMode: false,
    autoStartLoad: false,
    // the first part is of the quality that the line is believed to carry, and is not loaded twice
    testBandwidth: false,
    startLevel: -1,
    abrEwmaDefaultEstimate: startSpeed(parseMeasured(readLocal(measuredKey)), Date.now(), line),
    maxBufferLength: limits.ahead,
    maxMaxBufferLength: options.idle && video.paused ? littleAhead : limits.most,
    maxBufferSize: limits.bytes,
    backBufferLength: limits.behind,
    fLoader: freshLoader(new FreshAddresses(), ({ status }) => {
      if (status === 401 || status === 403) on.onRefused()
      else if (status === 404) on.onReplaced()
    }),
  })
  let { choice } = options
  let keptAt = 0
  let brokenAt = Number.NEGATIVE_INFINITY
  let asleep = false

  const named = (level: Level | undefined): number | null => heightOf(level?.uri ?? '')
  const heights = (): number[] =>
    hls.levels
      .map(named)
      .filter((height) => height !== null)
      .sort((a, b) => a - b)
  const levelOf = (height: number): number => hls.levels.findIndex((level) => named(level) === height)

  function limit(): void {
    if (hls.levels.length === 0) return
    const pixels = video.clientHeight * Math.min(window.devicePixelRatio, 2)
    const height = automaticLimit(heights(), { saver: choice.saver, pixels })
    hls.autoLevelCapping = height === null ? -1 : levelOf(height)
  }

  /** `now` also replaces what is loaded ahead. */
  function apply(now: boolean): void {
    const fixed = fixedHeight(heights(), choice.quality)
    const level = fixed === null ? -1 : levelOf(fixed)
    limit()
    if (now) hls.nextLevel = level
    else hls.loadLevel = level
  }

  /** The best level whose first part is there within so many seconds; the lowest where none is. */
  function quickLevel(within: number): number {
    const part = hls.levels.find(({ details }) => details)?.details?.targetduration ?? 4
    const bits = (hls.bandwidthEstimate * within) / part
    const most = hls.autoLevelCapping === -1 ? hls.levels.length - 1 : hls.autoLevelCapping
    const quick = hls.levels.findLastIndex(({ bitrate }, index) => index <= most && bitrate <= bits)
    return Math.max(0, quick)
  }

  function load(): void {
    if (hls.levels.length === 0) hls.loadSource(options.url)
    else hls.startLoad(-1)
  }

  hls.on(Events.MANIFEST_PARSED, () => {
    on.onHeights(heights())
    apply(false)
    if (hls.autoLevelEnabled) hls.startLevel = quickLevel(beginWithin)
    hls.startLoad(options.startAt)
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = named(hls.levels[level])
    if (height !== null) on.onHeight(height)
  })
  hls.on(Events.LEVEL_LOADED, on.onReached)
  hls.on(Events.FRAG_LOADED, () => {
    on.onReached()
    if (performance.now() - keptAt < keepMs) return
    keptAt = performance.now()
    writeLocal(measuredKey, { bits: Math.round(hls.bandwidthEstimate), at: Date.now() })
  })

  function onMediaError(): void {
    const before = brokenAt
    brokenAt = performance.now()
    if (brokenAt - before < brokenMs) on.onBroken()
    else {
      on.onReset()
      hls.recoverMediaError()
    }
  }

  const playlistErrors: string[] = [ErrorDetails.MANIFEST_LOAD_ERROR, ErrorDetails.LEVEL_LOAD_ERROR]
  hls.on(Events.ERROR, (_, data: ErrorData) => {
    if (!data.fatal) return
    const status = data.response?.code ?? 0
    if (data.type === ErrorTypes.MEDIA_ERROR) return onMediaError()
    if (data.type !== ErrorTypes.NETWORK_ERROR) return on.onBroken()
    if (playlistErrors.includes(data.details)) {
      if (status === 401 || status === 403) return on.onRefused()
      if (status === 404) return on.onReplaced()
    }
    if (data.details === ErrorDetails.MANIFEST_PARSING_ERROR) return on.onBroken()
    hls.stopLoad()
    on.onLost()
  })

  const onPlay = () => {
    hls.config.maxMaxBufferLength = document.hidden ? hiddenAhead : limits.most
    wake()
  }
  const wake = () => {
    if (!asleep) return
    asleep = false
    load()
  }
  /** A hidden page loads nothing for a video that does not play, and little for one that does. */
  const onVisibility = () => {
    const watched = !document.hidden || document.pictureInPictureElement === video
    if (!watched && video.paused) {
      asleep = true
      return hls.stopLoad()
    }
    if (!video.paused) hls.config.maxMaxBufferLength = watched ? limits.most : hiddenAhead
    wake()
  }
  const onSeeking = () => {
    const { buffered, currentTime } = video
    const loaded = Array.from({ length: buffered.length }, (_, at) => at).some(
      (at) => buffered.start(at) <= currentTime && currentTime < buffered.end(at),
    )
    if (!loaded && hls.autoLevelEnabled && hls.levels.length > 0) hls.nextAutoLevel = quickLevel(moveWithin)
  }
  const sized = new ResizeObserver(limit)
  sized.observe(video)
  video.addEventListener('play', onPlay)
  // before the listener of hls.js, which loads the next part then
  video.addEventListener('seeking', onSeeking)
  document.addEventListener('visibilitychange', onVisibility)

  hls.loadSource(options.url)
  hls.attachMedia(video)
  return {
    choose(next) {
      choice = next
      if (hls.levels.length > 0) apply(true)
    },
    retry: load,
    destroy() {
      sized.disconnect()
      video.removeEventListener('play', onPlay)
      video.removeEventListener('seeking', onSeeking)
      document.removeEventListener('visibilitychange', onVisibility)
      hls.destroy()
    },
  }
}
