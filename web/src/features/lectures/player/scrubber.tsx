import { useLingui } from '@lingui/react/macro'
import { type Chapter, isolate } from '@virtual-courses/contract'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatClock, wholeSeconds } from '#lib/text/format.ts'
import { cx } from '#ui/cx.ts'
import { chapterAt, marksOf } from './chapters.ts'
import type { MediaState } from './engine/media-state.ts'
import { type Thumbnail, thumbnailAt, useStoryboard } from './engine/storyboard.ts'
import { type NoteMark, noteAt, placesOf } from './note-marks.ts'

const parts = [
  ['hour', 3600, Number.POSITIVE_INFINITY],
  ['minute', 60, 60],
  ['second', 1, 60],
] as const

/** Returns a length in seconds for screen readers: "1 minute 5 seconds", "0 seconds". */
export function lengthInWords(seconds: number, language: string): string {
  const total = Math.max(0, Math.floor(seconds))
  const words = parts.flatMap(([unit, length, most]) => {
    const count = Math.floor(total / length) % most
    if (count === 0 && (unit !== 'second' || total > 0)) return []
    const format = new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      numberingSystem: 'latn',
    })
    return [format.format(count)]
  })
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(words)
}

type Props = {
  media: MediaState
  video: RefObject<HTMLVideoElement | null>
  chapters: readonly Chapter[]
  /** of the user's own notes */
  marks: readonly NoteMark[]
  /** that a search found */
  found: readonly NoteMark[]
  /** where the video stops and something is asked */
  stops: readonly NoteMark[]
  storyboardUrl: string | undefined
  onSeek: (seconds: number) => void
}

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100))}%`
/** How far a key moves, as a share of the whole. */
const pages: Readonly<Record<string, number>> = { PageUp: 0.1, PageDown: -0.1 }

/** Moves the bar on every frame instead of four times a second, without rendering again. */
function useSmoothBar(video: Props['video'], paused: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (paused) return
    let frame = 0
    const draw = () => {
      const element = video.current
      if (element && element.duration > 0)
        bar.current?.style.setProperty('--played', percent(element.currentTime / element.duration))
      frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [video, paused])
  return bar
}

type PreviewProps = {
  seconds: number
  share: number
  chapter: string | undefined
  note: string | undefined
  thumbnail: Thumbnail | null
  onBroken: () => void
}

/** What is at a place of the bar: a picture where there is one, the chapter, the time. */
function Preview({ seconds, share, chapter, note, thumbnail, onBroken }: PreviewProps) {
  const half = thumbnail ? `${thumbnail.width / 2 + 4}px` : '1.75rem'
  return (
    <output
      aria-hidden="true"
      data-preview=""
      className="pointer-events-none absolute bottom-full mb-1 grid -translate-x-1/2 justify-items-center gap-1 text-xs font-semibold text-white"
      style={{ left: `clamp(${half}, ${percent(share)}, calc(100% - ${half}))` }}
    >
      {thumbnail && (
        <span
          className="relative block overflow-hidden rounded-sm border border-white/80 bg-night"
          style={{ width: thumbnail.width, height: thumbnail.height }}
        >
          <img
            key={thumbnail.url}
            src={thumbnail.url}
            alt=""
            onError={onBroken}
            className="absolute max-w-none"
            style={{ left: -thumbnail.x, top: -thumbnail.y }}
          />
        </span>
      )}
      {note && (
        <span dir="auto" className="max-w-48 truncate rounded-sm bg-accent px-2 py-1 text-on-accent">
          {note}
        </span>
      )}
      {chapter && <span className="max-w-48 truncate rounded-sm bg-night/90 px-2 py-1">{chapter}</span>}
      <span className="tabular rounded-sm bg-night/90 px-2 py-1">{formatClock(seconds)}</span>
    </output>
  )
}

/** The position, the loaded parts, and seeking by pointer, touch or keys. */
export function Scrubber({ media, video, chapters, marks, found, stops, storyboardUrl, onSeek }: Props) {
  const { t, i18n } = useLingui()
  const { seconds, duration, loaded } = media
  /** where the pointer is, as a share of the whole; null while it is elsewhere */
  const [hover, setHover] = useState<number | null>(null)
  /** where a finger or the mouse holds the bar */
  const [held, setHeld] = useState<number | null>(null)
  const { thumbnails, want, failed } = useStoryboard(storyboardUrl)
  const bar = useSmoothBar(video, media.paused || held !== null)
  const length = duration ?? 0
  const now = held === null ? seconds : held * length

  const shareAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    // not where it was held last: a fast finger is let go before that is rendered
    if (held !== null) onSeek(shareAt(event) * length)
    setHeld(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = pages[event.key]
    if (page === undefined || length === 0) return
    event.preventDefault()
    onSeek(now + page * length)
  }

  const shown = held ?? hover
  const chapter = chapterAt(chapters, now)

  /** what a screen reader says of the place */
  function placeInWords(): string {
    if (duration === null) return t`Loading`
    const at = lengthInWords(now, i18n.locale)
    const whole = lengthInWords(wholeSeconds(length), i18n.locale)
    return chapter ? t`${at} of ${whole}, ${{ chapter: isolate(chapter.title) }}` : t`${at} of ${whole}`
  }

  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={t`Seek`}
      aria-valuemin={0}
      aria-valuemax={wholeSeconds(length)}
      aria-valuenow={Math.floor(now)}
      aria-valuetext={placeInWords()}
      aria-disabled={duration === null || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (duration === null || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        want()
        setHeld(shareAt(event))
      }}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') {
          want()
          setHover(shareAt(event))
        }
        if (held !== null) setHeld(shareAt(event))
      }}
      onPointerUp={release}
      onPointerCancel={() => setHeld(null)}
      onPointerLeave={() => setHover(null)}
      // React's type knows no custom properties
      style={{ '--played': percent(length > 0 ? now / length : 0) } as CSSProperties}
      // vertical swipes scroll the page, sideways ones move the video
      className="group/bar relative flex h-6 cursor-pointer touch-pan-y items-center rounded-sm pointer-coarse:h-8"
    >
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-white/30 transition-[height] group-hover/bar:h-1.5">
        {loaded.map(({ from, to }) => (
          <div
            key={from}
            className="absolute inset-y-0 bg-white/40"
            style={{ left: percent(from), width: percent(to - from) }}
          />
        ))}
        <div className="absolute inset-y-0 start-0 w-(--played) bg-accent" />
        {marksOf(chapters, length).map((share) => (
          <div
            key={share}
            data-chapter-mark=""
            className="absolute inset-y-0 w-0.75 -translate-x-1/2 bg-night"
            style={{ left: percent(share) }}
          />
        ))}
      </div>
      {/* above the bar, where chapters divide it; the list of notes has them for those who cannot see them */}
      {length > 0 &&
        placesOf(marks, length).map((share) => (
          <span
            key={share}
            data-note-mark=""
            aria-hidden="true"
            className="pointer-events-none absolute top-0.5 size-1.5 -translate-x-1/2 rotate-45 bg-white pointer-coarse:top-1.5"
            style={{ left: percent(share) }}
          />
        ))}
      {length > 0 &&
        placesOf(found, length).map((share) => (
          <span
            key={share}
            data-found-mark=""
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0.5 w-1 -translate-x-1/2 rounded-full bg-accent ring-1 ring-night"
            style={{ left: percent(share) }}
          />
        ))}
      {length > 0 &&
        placesOf(stops, length).map((share) => (
          <span
            key={share}
            data-stop-mark=""
            aria-hidden="true"
            className="pointer-events-none absolute size-2.5 -translate-x-1/2 rounded-full border-2 border-night bg-white"
            style={{ left: percent(share) }}
          />
        ))}
      <div
        className={cx(
          'pointer-events-none absolute left-(--played) size-3.5 -translate-x-1/2 rounded-full bg-accent transition-transform pointer-coarse:size-4',
          held === null && 'pointer-fine:not-group-hover/bar:not-group-focus-visible/bar:scale-0',
        )}
      />
      {shown !== null && duration !== null && (
        <Preview
          seconds={shown * length}
          share={shown}
          chapter={chapterAt(chapters, shown * length)?.title}
          note={[marks, found, stops].map((some) => noteAt(some, shown, length)).find(Boolean)?.label}
          thumbnail={thumbnailAt(thumbnails, shown * length)}
          onBroken={failed}
        />
      )}
    </div>
  )
}
