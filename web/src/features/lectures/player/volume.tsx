import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { MediaState } from './media-state.ts'
import { PlayerButton } from './player-button.tsx'

type Props = {
  media: MediaState
  onMute: () => void
  onVolume: (volume: number) => void
}

/** Sound on and off, and how loud. Phones have keys for that, so narrow players go without. */
export function Volume({ media: { volume, muted }, onMute, onVolume }: Props) {
  const silent = muted || volume === 0
  const Icon = silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  const level = silent ? 0 : Math.round(volume * 100)
  return (
    <div className="group/volume hidden items-center @lg:flex">
      <PlayerButton label={silent ? 'Unmute' : 'Mute'} shortcut="M" onClick={onMute}>
        <Icon aria-hidden="true" />
      </PlayerButton>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={level}
        aria-label="Volume"
        aria-valuetext={`${level} %`}
        onChange={({ target }) => onVolume(Number(target.value) / 100)}
        className="mr-2 h-6 w-18 cursor-pointer accent-accent"
      />
    </div>
  )
}
