import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type LectureInsight } from '@virtual-courses/contract'
import { type PointerEvent, useId, useState } from 'react'
import { formatClock } from '#lib/text/format.ts'
import { drawing, gridLines, pathOf, percent, readSlot, tableSlots } from './curve-layout.ts'

type Props = { insight: LectureInsight }

/** A part of the timeline that is marked: its number below the curve is that of its line in the list. */
type Mark = { from: number; to: number; kind: 'drop-off' | 'rewatched' }

const bands = { 'drop-off': 'fill-danger/15', rewatched: 'fill-accent/25' }

function Drawing({ insight, marks }: Props & { marks: readonly Mark[] }) {
  const { width, height } = drawing
  const duration = insight.durationSeconds ?? 1
  const [seen, again] = [pathOf(insight.retention), pathOf(insight.again)]
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" className="size-full">
      {gridLines.map((value) => (
        <line
          key={value}
          x2={width}
          y1={(1 - value) * height}
          y2={(1 - value) * height}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      {marks.map(({ from, to, kind }) => (
        <rect
          key={`${kind} ${from}`}
          x={(from / duration) * width}
          width={Math.max(2, ((to - from) / duration) * width)}
          height={height}
          className={bands[kind]}
        />
      ))}
      <path d={seen.area} className="fill-primary/15" />
      <path d={seen.line} fill="none" strokeWidth="2" vectorEffect="non-scaling-stroke" className="stroke-primary" />
      <path
        d={again.line}
        fill="none"
        strokeWidth="2"
        strokeDasharray="5 3"
        vectorEffect="non-scaling-stroke"
        className="stroke-accent-text"
      />
    </svg>
  )
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="h-3 w-6 border-t-2 border-primary bg-primary/15" />
        <Trans>Viewers who saw it</Trans>
      </li>
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="w-6 border-t-2 border-dashed border-accent-text" />
        <Trans>Viewers who saw it more than once</Trans>
      </li>
    </ul>
  )
}

/** The places that stand out, as sentences. */
function Places({ insight }: Props) {
  const { dropOffs, rewatched } = insight
  return (
    <div className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <section aria-labelledby="drop-offs">
        <h3 id="drop-offs" className="flex items-center gap-2 text-base font-semibold">
          <span aria-hidden="true" className="size-3 rounded-sm bg-danger/40" />
          <Trans>Where viewers leave</Trans>
        </h3>
        {dropOffs.length === 0 ? (
          <p className="mt-1 text-muted">
            <Trans>Viewers leave little by little, nowhere many at once.</Trans>
          </p>
        ) : (
          <ul className="mt-1 grid gap-1">
            {dropOffs.map((place) => {
              const [from, to, lost] = [formatClock(place.from), formatClock(place.to), percent(place.lost)]
              return (
                <li key={place.from}>
                  <Trans>
                    <span className="tabular font-semibold">{`${from} to ${to}`}</span>
                    <span>{`: ${lost} of the viewers`}</span>
                  </Trans>
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <section aria-labelledby="rewatched">
        <h3 id="rewatched" className="flex items-center gap-2 text-base font-semibold">
          <span aria-hidden="true" className="size-3 rounded-sm bg-accent" />
          <Trans>What they watch again</Trans>
        </h3>
        {rewatched.length === 0 ? (
          <p className="mt-1 text-muted">
            <Trans>No part is watched again more than the rest.</Trans>
          </p>
        ) : (
          <ul className="mt-1 grid gap-1">
            {rewatched.map((place) => {
              const [from, to, share] = [formatClock(place.from), formatClock(place.to), percent(place.share)]
              return (
                <li key={place.from}>
                  <Trans>
                    <span className="tabular font-semibold">{`${from} to ${to}`}</span>
                    <span>{`: ${share} of those who saw it`}</span>
                  </Trans>
                </li>
              )
            })}
          </ul>
        )}
      </section>
    </div>
  )
}

/** How a lecture is watched along its timeline; a pointer or the arrow keys read single places. */
export function WatchCurve({ insight }: Props) {
  const { t } = useLingui()
  const [slot, setSlot] = useState<number | null>(null)
  const hint = useId()
  const { retention, again, slotSeconds } = insight
  const duration = insight.durationSeconds ?? 0
  const last = retention.length - 1
  const marks: Mark[] = [
    ...insight.dropOffs.map((place) => ({ ...place, kind: 'drop-off' as const })),
    ...insight.rewatched.map((place) => ({ ...place, kind: 'rewatched' as const })),
  ]
  const shown = slot === null ? null : readSlot(insight, slot)
  const readAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setSlot(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * retention.length))))
  }
  return (
    <>
      <div className="mb-3 grid gap-2">
        <Legend />
        <p id={hint} className="min-h-12 text-sm sm:min-h-6">
          {shown === null ? (
            <span className="text-muted">
              <Trans>Point at the curve, or use the arrow keys, to read it.</Trans>
            </span>
          ) : (
            <>
              <span className="tabular font-semibold">{shown.at}</span>
              <span>{` ${t(shown.text)}`}</span>
            </>
          )}
        </p>
      </div>
      {/* the time of the video, which runs from left to right in every language */}
      <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="tabular flex h-60 flex-col justify-between text-end text-xs text-muted">
          {gridLines.map((value) => (
            <span key={value} className="-my-2 leading-4">
              {percent(value)}
            </span>
          ))}
        </div>
        <div className="relative h-60 rounded-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-4 has-[:focus-visible]:outline-focus">
          <Drawing insight={insight} marks={marks} />
          {slot !== null && (
            <span
              aria-hidden="true"
              style={{ left: `${((slot + 0.5) / retention.length) * 100}%` }}
              className="pointer-events-none absolute inset-y-0 border-s-2 border-ink/60"
            />
          )}
          <input
            type="range"
            min={0}
            max={last}
            value={slot ?? 0}
            aria-label={t`Place in ${{ lectureTitle: isolate(insight.lectureTitle) }}`}
            aria-valuetext={`${formatClock((slot ?? 0) * slotSeconds)}: ${t(readSlot(insight, slot ?? 0).text)}`}
            onChange={({ target }) => setSlot(Number(target.value))}
            onFocus={() => setSlot((before) => before ?? 0)}
            onPointerMove={readAt}
            onPointerDown={readAt}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
        <div aria-hidden="true" className="tabular col-start-2 mt-2 flex justify-between text-xs text-muted">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} className={share === 0.25 || share === 0.75 ? 'max-sm:hidden' : undefined}>
              {formatClock(Math.round(share * duration))}
            </span>
          ))}
        </div>
      </div>
      <Places insight={insight} />
      <details className="mt-6">
        <summary className="min-h-8 w-fit font-medium text-link underline underline-offset-4">
          <Trans>Numbers as a table</Trans>
        </summary>
        <table className="mt-3 w-full max-w-xl border-collapse text-[0.9375rem]">
          <caption className="sr-only">{t`How ${{ lectureTitle: isolate(insight.lectureTitle) }} is watched`}</caption>
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="py-2 pe-4 text-start font-semibold">
                <Trans>From</Trans>
              </th>
              <th scope="col" className="py-2 pe-4 text-end font-semibold">
                <Trans>Viewers who saw it</Trans>
              </th>
              <th scope="col" className="py-2 text-end font-semibold">
                <Trans>Saw it again</Trans>
              </th>
            </tr>
          </thead>
          <tbody className="tabular">
            {tableSlots(insight).map((at) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className="py-1.5 pe-4 text-start font-medium">
                  {formatClock(at * slotSeconds)}
                </th>
                <td className="py-1.5 pe-4 text-end">{percent(retention[at] ?? 0)}</td>
                <td className="py-1.5 text-end">{percent(again[at] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
