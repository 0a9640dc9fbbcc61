import { useLingui } from '@lingui/react/macro'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import type { Slot } from '#ui/slot.ts'
import type { MediaState } from './engine/media-state.ts'

type VolumeProps = {
  media: MediaState
  onMute: () => void
  onVolume: (volume: number) => void
}

/** Sound on and off, and how loud. Phones have keys for that, so narrow players go without. */
export function Volume({ media: { volume, muted }, onMute, onVolume }: VolumeProps) {
  const { t } = useLingui()
  const silent = muted || volume === 0
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  const level = silent ? 0 : Math.round(volume * 100)
  return (
    <div className="group/volume hidden items-center @lg:flex">
      <PlayerButton label={silent ? t`Unmute` : t`Mute`} shortcut="M" onClick={onMute}>
        <Icon aria-hidden="true" />
      </PlayerButton>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={level}
        aria-label={t`Volume`}
        aria-valuetext={`${level} %`}
        onChange={({ target }) => onVolume(Number(target.value) / 100)}
        className="me-2 h-6 w-18 cursor-pointer accent-accent"
      />
    </div>
  )
}

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  /** its keyboard shortcut */
  shortcut?: string
  /** it is the first or the last of its row: the explanation must not leave the player */
  edge?: 'start' | 'end'
  children: Slot
}

/** Style of the player's controls: 44 px, white on the video. */
export const controlClass =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-white transition-colors hover:bg-white/20 aria-expanded:bg-white/20 disabled:opacity-50 [&_svg]:size-5.5'

const places = { start: 'start-0', end: 'end-0', middle: 'start-1/2 -translate-x-1/2' }

/**
 * A control of the player, explained when the pointer rests on it. The explanation is styles alone: the overlay library would
 * be four times the player's own code, and every byte here comes before the first picture (decision record 069).
 */
export function PlayerButton({ label, shortcut, edge, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-keyshortcuts={shortcut?.replace(' + ', '+')}
      className={cx(controlClass, 'group/control', className)}
    >
      {children}
      <span
        aria-hidden="true"
        dir="auto"
        className={cx(
          'pointer-events-none absolute bottom-full mb-1.5 hidden rounded-sm bg-ink px-2.5 py-1.5 text-xs font-medium whitespace-nowrap text-canvas pointer-fine:group-hover/control:block group-focus-visible/control:block',
          places[edge ?? 'middle'],
        )}
      >
        {shortcut ? `${label} (${shortcut})` : label}
      </span>
    </button>
  )
}
