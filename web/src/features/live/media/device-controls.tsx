import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { type DeviceChoice, isSent, type LocalMedia, type LocalMediaControl } from './local-media.ts'
import { mediaProblemText } from './media-problem.ts'

/** Explains why the camera or the microphone cannot be used, with instructions. Renders nothing while both work. */
export function MediaHelp({ control, media }: { control: LocalMediaControl; media: LocalMedia }) {
  const { t } = useLingui()
  const { audio, video } = media
  const same = audio.problem === video.problem
  const help = same
    ? [{ problem: audio.problem, devices: ['camera', 'microphone'] as const }]
    : [
        { problem: video.problem, devices: ['camera'] as const },
        { problem: audio.problem, devices: ['microphone'] as const },
      ]
  const retry = () => {
    if (audio.problem) void control.turn('audio', true)
    if (video.problem) void control.turn('video', true)
  }
  return help.map(({ problem, devices }) => {
    if (!problem) return null
    const { title, text } = mediaProblemText(problem, devices)
    return (
      <Notice key={devices[0]} tone="warning">
        <p className="font-semibold">{t(title)}</p>
        <p className="mt-0.5 text-sm">{t(text)}</p>
        {problem !== 'insecure' && (
          <Button variant="secondary" size="sm" onClick={retry} className="mt-3">
            <Trans>Try again</Trans>
          </Button>
        )}
      </Notice>
    )
  })
}

/** The choices of a select; devices without a name are counted. */
const optionsOf = (devices: readonly DeviceChoice[], numbered: (number: number) => string) =>
  devices.map(({ id, label }, index) => ({ value: id, label: label || numbered(index + 1) }))

/** Selects for the camera and the microphone, where there are any. */
export function DeviceFields({ control, media }: { control: LocalMediaControl; media: LocalMedia }) {
  const { t } = useLingui()
  const used = (track: MediaStreamTrack | null) => track?.getSettings().deviceId ?? ''
  return (
    <>
      {media.cameras.length > 0 && (
        <Field label={t`Camera`}>
          <Select
            options={optionsOf(media.cameras, (number) => t`Camera ${number}`)}
            {...(!media.video.track && { placeholder: t({ message: 'Off', context: 'device' }) })}
            value={used(media.video.track)}
            onChange={({ target }) => target.value && void control.choose('video', target.value)}
          />
        </Field>
      )}
      {media.microphones.length > 0 && (
        <Field label={t`Microphone`}>
          <Select
            options={optionsOf(media.microphones, (number) => t`Microphone ${number}`)}
            {...(!media.audio.track && { placeholder: t({ message: 'Off', context: 'device' }) })}
            value={used(media.audio.track)}
            onChange={({ target }) => target.value && void control.choose('audio', target.value)}
          />
        </Field>
      )}
    </>
  )
}

/** The round buttons under the videos; 44 px, on the dark background of a call. */
export const roundButton =
  'relative grid size-11 shrink-0 place-items-center rounded-full transition-[filter] hover:brightness-125 aria-disabled:opacity-55 [&_svg]:size-5.5'

type Props = {
  kind: 'audio' | 'video'
  control: LocalMediaControl
  media: LocalMedia
  /** the page shows `MediaHelp` beside it */
  explained?: boolean
}

const looks = {
  audio: { device: 'microphone', On: Mic, Off: MicOff, turnOn: msg`Unmute microphone`, turnOff: msg`Mute microphone` },
  video: { device: 'camera', On: Video, Off: VideoOff, turnOn: msg`Turn camera on`, turnOff: msg`Turn camera off` },
} as const

/** Turns the microphone or the camera on and off. Requests a device again that could not be used. */
export function DeviceToggle({ kind, control, media, explained = false }: Props) {
  const { t } = useLingui()
  const { device, On, Off, turnOn, turnOff } = looks[kind]
  const on = isSent(media[kind])
  const label = t(on ? turnOff : turnOn)

  async function press() {
    await control.turn(kind, !on)
    const { problem } = control.store.read()[kind]
    if (!on && problem && !explained) toast.error(t(mediaProblemText(problem, [device]).title))
  }

  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        onClick={() => void press()}
        className={cx(roundButton, on ? 'bg-night-raised text-on-night' : 'bg-danger text-on-danger')}
      >
        {on ? <On aria-hidden="true" /> : <Off aria-hidden="true" />}
      </button>
    </Tooltip>
  )
}
