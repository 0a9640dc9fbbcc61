import { Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronUp, LocateFixed, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { rangeWith } from '#lib/range-with.ts'
import { formatClock } from '#lib/text/format.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Input } from '#ui/form/input.tsx'
import { markMatches, searchOf, type TextCue } from './cues.ts'
import { useCurrentCue } from './use-video.ts'

type Props = { cues: readonly TextCue[]; language: string; video: HTMLVideoElement | null }

/** Keys that move in a list, as steps; a page is a screen of lines. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The lines of a transcript, of which only those in view are in the document. */
export function TranscriptLines({ cues, language, video }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const spoken = useCurrentCue(video, cues)
  const [following, setFollowing] = useState(true)
  const [query, setQuery] = useState('')
  const deferred = useDeferredValue(query)
  const search = useMemo(() => searchOf(cues), [cues])
  const found = useMemo(() => search(deferred), [search, deferred])
  const [at, setAt] = useState(0)
  const match = found[at] ?? null
  /** the line that the tab key reaches */
  const [reached, setReached] = useState<number | null>(null)
  const stop = reached ?? Math.max(0, spoken)
  const toFocus = useRef<number | null>(null)

  const list = useVirtualizer({
    count: cues.length,
    getScrollElement: () => box.current,
    estimateSize: () => 48,
    overscan: 6,
    // the line that has or gets the focus stays in the document
    rangeExtractor: rangeWith(stop),
  })
  const show = (index: number) => list.scrollToIndex(index, { align: 'center' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is another function each time
  useEffect(() => {
    if (following && spoken >= 0) show(spoken)
  }, [following, spoken])

  function showMatch(index: number) {
    const line = found[index]
    setAt(index)
    if (line === undefined) return
    setFollowing(false)
    setReached(line)
    show(line)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another search moves to its first match, before a key is pressed for what is shown
  useLayoutEffect(() => {
    const next = found.findIndex((line) => line >= spoken)
    if (found.length > 0) showMatch(Math.max(0, next))
  }, [found])

  useEffect(() => {
    if (toFocus.current === null) return
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${toFocus.current}"]`)
    line?.focus({ preventScroll: true })
    if (line) toFocus.current = null
  })

  const move = (by: number) => found.length > 0 && showMatch((at + by + found.length) % found.length)

  function onKey(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(cues.length - 1, Math.max(0, stop + step))
    setFollowing(false)
    toFocus.current = to
    setReached(to)
    list.scrollToIndex(to)
  }

  function seek(index: number) {
    const cue = cues[index]
    if (!video || !cue) return
    setReached(index)
    setFollowing(true)
    video.currentTime = cue.start
  }

  return (
    <>
      <search className="flex items-center gap-1 px-4 py-3">
        <div className="min-w-0 flex-1">
          <Input
            type="search"
            aria-label={t`Search the transcript`}
            placeholder={t`Search`}
            maxLength={100}
            leading={<Search aria-hidden="true" />}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              move(event.shiftKey ? -1 : 1)
            }}
          />
        </div>
        <p role="status" className="tabular min-w-16 px-1 text-center text-sm text-muted">
          {deferred.trim() !== '' &&
            (found.length === 0
              ? t({ message: 'None', context: 'matches of a search' })
              : t({ message: `${{ number: at + 1 }} of ${{ count: found.length }}`, context: 'matches of a search' }))}
        </p>
        <IconButton label={t`Previous match`} disabled={found.length === 0} onClick={() => move(-1)}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Next match`} disabled={found.length === 0} onClick={() => move(1)}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
      </search>
      <div className="relative">
        <div
          ref={box}
          onWheel={() => setFollowing(false)}
          onTouchMove={() => setFollowing(false)}
          onPointerDown={({ target, currentTarget }) => target === currentTarget && setFollowing(false)}
          className="max-h-[45dvh] overflow-y-auto overscroll-contain lg:max-h-96"
        >
          <ol lang={language} dir="auto" className="relative" style={{ height: list.getTotalSize() }} onKeyDown={onKey}>
            {list.getVirtualItems().map(({ index, start }) => (
              <li
                key={index}
                ref={list.measureElement}
                data-index={index}
                aria-setsize={cues.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  data-line={index}
                  tabIndex={index === stop ? 0 : -1}
                  aria-current={index === spoken || undefined}
                  onClick={() => seek(index)}
                  onFocus={() => setReached(index)}
                  className={cx(
                    'flex min-h-11 w-full gap-3 border-s-4 px-4 py-2 text-start leading-snug focus-visible:-outline-offset-2',
                    index === spoken
                      ? 'border-primary bg-primary-soft text-on-primary-soft'
                      : 'border-transparent hover:bg-tint',
                  )}
                >
                  <span className={cx('tabular shrink-0 pt-px text-sm', index !== spoken && 'text-muted')}>
                    {formatClock(cues[index]?.start ?? 0)}
                  </span>
                  <Line text={cues[index]?.text ?? ''} query={deferred} current={index === match} />
                </button>
              </li>
            ))}
          </ol>
        </div>
        {!following && (
          <Button
            variant="primary"
            size="sm"
            className="absolute! end-4 bottom-3"
            icon={<LocateFixed aria-hidden="true" className="size-4" />}
            onClick={() => {
              setReached(null)
              setFollowing(true)
            }}
          >
            <Trans context="transcript">Follow</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

function Line({ text, query, current }: { text: string; query: string; current: boolean }) {
  let offset = 0
  return (
    <span className="min-w-0 wrap-anywhere">
      {markMatches(text, query).map((part) => {
        const key = offset
        offset += part.text.length
        if (!part.match) return <span key={key}>{part.text}</span>
        return (
          <mark
            key={key}
            className={cx('rounded-xs', current ? 'bg-accent text-on-accent' : 'bg-accent-soft text-on-accent-soft')}
          >
            {part.text}
          </mark>
        )
      })}
    </span>
  )
}
