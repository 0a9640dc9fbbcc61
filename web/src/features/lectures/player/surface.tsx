import { useLingui } from '@lingui/react/macro'
import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { bigButton } from '../player-frame.tsx'
import type { MediaState } from './engine/media-state.ts'

type Props = {
  media: MediaState
  hidden: boolean
  onToggle: () => void
  onSeek: (by: number) => void
  onFullscreen: () => void
  /** a tap that shows or hides the controls */
  onTap: () => void
}

/** Two touches within this time are one double touch, in milliseconds. */
const doubleMs = 300

/**
 * The video area: a click plays and pauses, two toggle full screen; a tap shows the controls, two at a side skip ten
 * seconds. Screens that are touched have buttons for that, also for their screen readers; keyboards have keys.
 */
export function Surface({ media, hidden, onToggle, onSeek, onFullscreen, onTap }: Props) {
  const { t } = useLingui()
  const lastTap = useRef(0)
  const { paused } = media
  const PlayIcon = paused ? Play : Pause

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const { nativeEvent, currentTarget, clientX, timeStamp } = event
    // not for key presses; browsers without a pointer type are treated as a mouse
    const touch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
    if (!touch) return onToggle()
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    const again = timeStamp - lastTap.current < doubleMs
    lastTap.current = again ? 0 : timeStamp
    if (again && share < 0.35) return onSeek(-10)
    if (again && share > 0.65) return onSeek(10)
    onTap()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; the controls below do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        data-surface=""
        onClick={onClick}
        onDoubleClick={(event) => {
          if (!(event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch')) onFullscreen()
        }}
        className="absolute inset-0"
      />
      <div
        className={cx(
          'pointer-events-none absolute inset-0 grid place-items-center pb-18 transition-opacity @lg:pb-8',
          hidden && 'opacity-0 *:hidden',
          !paused && 'pointer-fine:hidden',
        )}
      >
        <div dir="ltr" className="flex items-center gap-6 @lg:gap-10">
          <button
            type="button"
            tabIndex={-1}
            aria-label={t`Back 10 seconds`}
            onClick={() => onSeek(-10)}
            className={cx(bigButton, 'size-11 pointer-fine:hidden [&_svg]:size-5.5')}
          >
            <RotateCcw aria-hidden="true" />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={onToggle}
            className={cx(bigButton, 'size-14 @lg:size-18 [&_svg]:size-7 @lg:[&_svg]:size-8')}
          >
            <PlayIcon className="fill-current" />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t`Forward 10 seconds`}
            onClick={() => onSeek(10)}
            className={cx(bigButton, 'size-11 pointer-fine:hidden [&_svg]:size-5.5')}
          >
            <RotateCw aria-hidden="true" />
          </button>
        </div>
      </div>
    </>
  )
}
