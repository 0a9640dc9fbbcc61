import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { isSent, type LocalMedia, type LocalMediaControl } from './local-media.ts'
import { roundButton } from './round-button.ts'

type Props = { kind: 'audio' | 'video'; control: LocalMediaControl; media: LocalMedia }

const looks = {
  audio: { On: Mic, Off: MicOff, turnOn: 'Unmute microphone', turnOff: 'Mute microphone' },
  video: { On: Video, Off: VideoOff, turnOn: 'Turn camera on', turnOff: 'Turn camera off' },
}

/** Microphone or camera, on or off. A device that could not be used is asked for again. */
export function DeviceToggle({ kind, control, media }: Props) {
  const { On, Off, turnOn, turnOff } = looks[kind]
  const on = isSent(media[kind])
  const label = on ? turnOff : turnOn
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        onClick={() => void control.turn(kind, !on)}
        className={cx(roundButton, on ? 'bg-night-raised text-on-night' : 'bg-danger text-on-danger')}
      >
        {on ? <On aria-hidden="true" /> : <Off aria-hidden="true" />}
      </button>
    </Tooltip>
  )
}
