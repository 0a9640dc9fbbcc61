import type { Stream, StreamChoice, StreamEvents } from './hls-engine.ts'
import { automaticLimit, fixedHeight, heightsOf } from './quality.ts'

/** Where a lecture's video is. The file plays where there is no stream, or none that this browser can play. */
export type Address = { videoUrl: string; streamUrl?: string | undefined }

type Kind = 'file' | 'native' | 'library'
type Engine = Pick<typeof import('./hls-engine.ts'), 'openStream'>

const loadEngine = (): Promise<Engine> => import('./hls-engine.ts')

const mse = (): { isTypeSupported(type: string): boolean } | undefined =>
  Reflect.get(window, 'ManagedMediaSource') ?? Reflect.get(window, 'MediaSource') // phones of Apple know only the first

/**
 * How this browser plays a stream. Apple's plays it by itself, with AirPlay and less power; others get hls.js, which chooses the
 * quality better and stays within bounds of memory (decision record 069).
 */
function kindOf(address: Address): Kind {
  if (address.streamUrl === undefined) return 'file'
  const native = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
  if (native && navigator.vendor.startsWith('Apple')) return 'native'
  if (mse()?.isTypeSupported('video/mp4; codecs="avc1.4d401e,mp4a.40.2"')) return 'library'
  return native ? 'native' : 'file'
}

/** Playlists below the main one have the name of their height. */
const variantOf = (streamUrl: string, height: number): string => streamUrl.replace(/[^/]+$/, `${height}p.m3u8`)

export type SourceOptions = {
  /** in seconds; -1 for the beginning or the place that the element is moved to */
  startAt: number
  idle: boolean
  choice: StreamChoice
}

export type Source = {
  readonly kind: Kind
  open(address: Address, options: SourceOptions): void
  /** Keeps the file of this address that the element has already, and returns whether it has. */
  adopt(address: Address): boolean
  /** plays the file although there is a stream */
  openFile(address: Address): void
  /** Returns whether the video must be loaded again for it: then `open` does that. */
  choose(choice: StreamChoice): boolean
  retry(): void
  /** stops, and forgets what is loaded */
  close(): void
}

/** The engine is fetched so often before the file plays without it: on a bad line the file would be the worst choice. */
const mostFetches = 5

/** Gives a video element its bytes: a file, a stream that the browser plays, or one that hls.js plays. */
export function createSource(
  video: HTMLVideoElement,
  on: StreamEvents,
  load: () => Promise<Engine> = loadEngine,
): Source {
  let kind: Kind = 'file'
  let stream: Stream | null = null
  let choice: StreamChoice = { quality: 'auto', saver: false }
  /** the heights of a native stream */
  let heights: readonly number[] = []
  /** what was opened since counts no more */
  let opened = 0
  /** what a try does while there is no stream */
  let again = () => video.load()

  function leave(): void {
    opened++
    again = () => video.load()
    stream?.destroy()
    stream = null
  }

  /** Releases what the element holds: without this, what is loaded plays on. */
  function empty(): void {
    video.removeAttribute('src')
    video.load()
  }

  function openFile({ videoUrl }: Address): void {
    leave()
    kind = 'file'
    on.onHeights([])
    video.src = videoUrl
  }

  async function openWithLibrary(address: Address, url: string, options: SourceOptions, fetches = 1): Promise<void> {
    const turn = opened
    again = () => {}
    const engine = await load().catch(() => null)
    if (turn !== opened) return
    if (engine) {
      stream = engine.openStream(video, { ...options, url, choice }, on)
    } else if (fetches < mostFetches) {
      again = () => void openWithLibrary(address, url, options, fetches + 1)
      on.onLost()
    } else {
      on.onReached()
      openFile(address)
    }
  }

  async function openNative(url: string): Promise<void> {
    const turn = opened
    again = () => void openNative(url)
    const playlist = await fetch(url, { credentials: 'include' }).then(
      (response) => (response.ok ? response.text() : ''),
      () => '',
    )
    if (turn !== opened) return
    heights = heightsOf(playlist)
    on.onHeights([...heights])
    const height =
      fixedHeight(heights, choice.quality) ??
      (choice.saver ? automaticLimit(heights, { saver: true, pixels: 0 }) : null)
    video.src = height === null ? url : variantOf(url, height)
  }

  return {
    get kind() {
      return kind
    },
    open(address, options) {
      leave()
      ;({ choice } = options)
      kind = kindOf(address)
      if (kind === 'file' || address.streamUrl === undefined) return openFile(address)
      on.onHeights([])
      // what the element showed before must not be heard meanwhile
      empty()
      if (kind === 'native') void openNative(address.streamUrl)
      else void openWithLibrary(address, address.streamUrl, options)
    },
    adopt(address) {
      const [file] = video.getAttribute('src')?.split('#') ?? []
      if (kindOf(address) !== 'file' || file !== address.videoUrl) return false
      kind = 'file'
      on.onHeights([])
      return true
    },
    openFile,
    choose(next) {
      choice = next
      stream?.choose(next)
      return kind === 'native' && heights.length > 0
    },
    retry: () => (stream ? stream.retry() : again()),
    close() {
      leave()
      video.pause()
      empty()
    },
  }
}
