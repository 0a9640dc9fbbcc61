import type { Store } from '#lib/create-store.ts'
import { findPlaybackError, isUnseen, type PlaybackError } from '../playback-error.tsx'
import { preferences } from '../preferences.ts'
import { createRecovery } from './recovery.ts'
import { type Address, createSource } from './source.ts'

export type PlaybackOptions = {
  address: Address
  /** in seconds, where it is known before the video is loaded */
  duration: number | null
  /** Returns the start position in seconds for a duration. */
  startAt?: ((duration: number) => number) | undefined
  /** Asks for a position that another device has reported since, in seconds; null when there is none. */
  newerPosition?: ((duration: number) => Promise<number | null>) | undefined
  /** The first video plays automatically; the next ones in the same player always do. */
  autoPlay: boolean
  /** Receives the position: while the video plays, when it pauses, and after a seek. */
  onPosition?: ((position: { seconds: number; duration: number | null }, kind: 'moved' | 'settled') => void) | undefined
  /** Receives, once, each part that was played before the scripts of the page were there, in seconds. */
  onPlayedBefore?: ((from: number, to: number) => void) | undefined
}

export type PlaybackState = {
  error: Exclude<PlaybackError, 'offline'> | null
  /** It cannot be reached. What is loaded plays on, and it is tried again. */
  lost: boolean
  /** the heights of the stream, the lowest first; none of a file */
  heights: readonly number[]
  /** the height that is shown; null where it is not known */
  height: number | null
  /** the position where playback resumed, in seconds; 0 for the beginning */
  resumedAt: number
}

export const initialPlayback: PlaybackState = { error: null, lost: false, heights: [], height: null, resumedAt: 0 }

export type Playback = {
  /** Takes the newest options, and opens the video when its address is another one. */
  show(options: PlaybackOptions): void
  retry(): void
  close(): void
}

/** A stream that fails twice within this time, in milliseconds, is left for the file. */
const failsAgainMs = 20_000
/** A video that rested for so long may have been watched on another device meanwhile, in milliseconds. */
const idleMs = 60_000
/** An answer that comes later than this does not move the video, in milliseconds. */
const answerMs = 5000
/** Positions that are nearer to each other are the same, in seconds. */
const sameSeconds = 3
/** `readyState` from which the length is known, and from which a picture is there. */
const haveMetadata = 1
const haveCurrentData = 2
/** What was played before is reported after so long: the page that receives it has its own first effects later, in milliseconds. */
const pageReadyMs = 1000

const choiceNow = () => {
  const { quality, dataSaver } = preferences.read()
  return { quality, saver: dataSaver }
}

/**
 * Loads videos into an element, resumes them, reports the position, and continues after a lost connection. One element plays all
 * lectures, so that full screen and picture in picture continue, and phones allow the next video to play.
 */
export function createPlayback(
  video: HTMLVideoElement,
  store: Pick<Store<PlaybackState>, 'read' | 'write'>,
  loadEngine?: Parameters<typeof createSource>[2],
): Playback {
  let options: PlaybackOptions | null = null
  let shown = ''
  /** what was found out for an earlier turn counts no more */
  let turn = 0
  let shouldPlay = false
  /** false while events belong to the previous video or to the initial seek */
  let begun = false
  /** position to continue from after the video is loaded again */
  let goOnAt: number | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  /** another device's position is asked for: ours must not be saved over it */
  let asking = false
  let activeAt = Date.now()

  const change = (part: Partial<PlaybackState>): void => store.write({ ...store.read(), ...part })

  const source = createSource(
    video,
    {
      onHeights: (heights) => change({ heights, height: null }),
      onHeight: (height) => change({ height }),
      onLost: () => recovery.lost(),
      onReached: () => recovery.reached(),
      onRefused: refuse,
      onReplaced: failed,
      onReset: keepPosition,
      onBroken() {
        keepPosition()
        if (options) source.openFile(options.address)
      },
    },
    loadEngine,
  )
  const recovery = createRecovery({
    attempt: () => source.retry(),
    watched: () => !document.hidden || !video.paused || document.pictureInPictureElement === video,
    onLost: (lost) => change({ lost }),
  })

  /** Rejected where the browser requires a click first: the big button is shown. */
  const play = (): void => void video.play().catch(() => {})

  /** Keeps the position for a video that is loaded again. */
  function keepPosition(): void {
    goOnAt = (begun && video.currentTime) || goOnAt
    if (begun) shouldPlay = !video.paused
    begun = false
  }

  function open(): void {
    if (!options) return
    const { address, duration, startAt } = options
    const at = goOnAt ?? (duration === null ? 0 : (startAt?.(duration) ?? 0))
    source.open(address, { startAt: at > 0 ? at : -1, idle: !shouldPlay, choice: choiceNow() })
    // not only once it is loaded: the controls answer at once, and the browser fetches more than the beginning
    if (shouldPlay) play()
  }

  /** Goes on with a video that was played before the scripts of the page were there: what it has told is asked for. */
  function takeOver(): void {
    const { volume, muted } = preferences.read()
    video.muted = muted
    video.volume = volume
    const { played } = video
    const parts = Array.from({ length: played.length }, (_, part) => [played.start(part), played.end(part)] as const)
    if (video.readyState >= haveMetadata) onLoadedMetadata(parts[0]?.[0] ?? video.currentTime)
    if (video.error) return void onError()
    if (video.readyState >= haveCurrentData) onLoadedData()
    if (parts.length > 0) setTimeout(reportBefore, pageReadyMs, parts, turn)
  }

  function reportBefore(parts: readonly (readonly [number, number])[], then: number): void {
    if (then !== turn) return
    for (const [from, to] of parts) options?.onPlayedBefore?.(from, to)
    // no event says so
    if (video.paused) report('settled')
  }

  /** A stream failed: it is opened again at the same second, and the file when that does not help. */
  function failed(): void {
    if (!options) return
    keepPosition()
    const again = performance.now() - failedAt < failsAgainMs
    failedAt = performance.now()
    if (again) source.openFile(options.address)
    else open()
  }

  /** Nothing of what is loaded may play on. */
  function refuse(): void {
    keepPosition()
    turn++
    source.close()
    recovery.reached()
    change({ error: 'refused' })
  }

  function report(kind: 'moved' | 'settled'): void {
    if (!begun || asking) return
    activeAt = Date.now()
    const duration = Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null
    options?.onPosition?.({ seconds: video.currentTime, duration }, kind)
  }

  /** Goes to the position of another device, where that is newer. */
  async function catchUp(): Promise<void> {
    if (!begun || asking || !options?.newerPosition || Date.now() - activeAt < idleMs) return
    asking = true
    const now = turn
    const late = new Promise<null>((resolve) => setTimeout(resolve, answerMs, null))
    const newer = await Promise.race([options.newerPosition(video.duration), late]).catch(() => null)
    asking = false
    activeAt = Date.now()
    if (newer === null || now !== turn || !begun || Math.abs(newer - video.currentTime) < sameSeconds) return
    begun = false
    video.currentTime = newer
    change({ resumedAt: newer })
  }

  /** The file of a lecture without a stream: nothing else could be played. */
  const isOnlyFile = (): boolean => source.kind === 'file' && options?.address.streamUrl === undefined

  /** @param from where a video began that was played before anyone listened */
  function onLoadedMetadata(from?: number): void {
    if (source.kind !== 'library') recovery.reached()
    const { speed } = preferences.read()
    video.defaultPlaybackRate = speed
    video.playbackRate = speed
    activeAt = Date.now()
    const again = goOnAt
    const at = again ?? options?.startAt?.(video.duration) ?? 0
    goOnAt = null
    // one that has played goes on, however far it has come since
    if (from === undefined ? at > 0 : Math.abs(from - at) >= sameSeconds) video.currentTime = at
    else begun = true
    if (again === null) change({ resumedAt: at })
    // a stream may have been attached since, which pauses
    if (shouldPlay && video.paused) play()
  }

  /** The first picture is there, or would be: nothing was heard yet. Earlier some browsers do not know its size. */
  function onLoadedData(): void {
    if (!isOnlyFile() || !isUnseen(video)) return
    keepPosition()
    video.pause()
    change({ error: 'unseen' })
  }

  async function onError(): Promise<void> {
    const { kind } = source
    // hls.js looks after its own
    if (kind === 'library' || !options) return
    keepPosition()
    const now = turn
    const { videoUrl, streamUrl } = options.address
    const why = await findPlaybackError((kind === 'native' && streamUrl) || videoUrl)
    // another lecture may have been chosen meanwhile
    if (now !== turn) return
    if (why === 'refused') return refuse()
    if (why === 'offline') return recovery.lost()
    if (kind === 'native') return failed()
    recovery.reached()
    change({ error: why === 'broken' && isOnlyFile() && isUnseen(video) ? 'unseen' : why })
  }

  function onPlay(): void {
    // pressed before there was anything to play
    if (!begun) shouldPlay = true
    void catchUp()
  }

  const listeners: Record<string, () => void> = {
    loadedmetadata: () => onLoadedMetadata(),
    loadeddata: onLoadedData,
    play: onPlay,
    seeked() {
      if (begun) report('settled')
      begun = true
    },
    timeupdate() {
      if (!video.paused && !video.seeking) report('moved')
    },
    pause() {
      // pressed before there was anything to play
      if (!begun) shouldPlay = false
      report('settled')
    },
    ended: () => report('settled'),
    error: () => void onError(),
  }
  for (const [event, listener] of Object.entries(listeners)) video.addEventListener(event, listener)
  const onVisible = () => {
    if (!document.hidden && video.paused) void catchUp()
  }
  document.addEventListener('visibilitychange', onVisible)

  let before = preferences.read()
  const unsubscribe = preferences.subscribe(() => {
    const now = preferences.read()
    const same = now.quality === before.quality && now.dataSaver === before.dataSaver
    before = now
    if (same || !source.choose(choiceNow())) return
    keepPosition()
    open()
  })

  return {
    show(next) {
      options = next
      const key = `${next.address.videoUrl} ${next.address.streamUrl}`
      if (key === shown) return
      const adopted = shown === '' && source.adopt(next.address)
      // a press before the scripts of the page were there has played the element
      shouldPlay = shown !== '' || next.autoPlay || !video.paused
      shown = key
      turn++
      begun = false
      goOnAt = null
      failedAt = Number.NEGATIVE_INFINITY
      recovery.reached()
      store.write(initialPlayback)
      if (adopted) takeOver()
      else open()
    },
    retry() {
      if (source.kind !== 'library') keepPosition()
      if (!begun) shouldPlay = true
      change({ error: null })
      recovery.retry()
    },
    close() {
      turn++
      begun = false
      for (const [event, listener] of Object.entries(listeners)) video.removeEventListener(event, listener)
      document.removeEventListener('visibilitychange', onVisible)
      unsubscribe()
      recovery.close()
      source.close()
    },
  }
}
