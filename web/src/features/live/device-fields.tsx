import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { DeviceChoice, LocalMedia, LocalMediaControl } from './local-media.ts'

const optionsOf = (devices: readonly DeviceChoice[]) => devices.map(({ id, label }) => ({ value: id, label }))

/** Which camera and which microphone. Shown for what there is. */
export function DeviceFields({ control, media }: { control: LocalMediaControl; media: LocalMedia }) {
  const used = (track: MediaStreamTrack | null) => track?.getSettings().deviceId ?? ''
  return (
    <>
      {media.cameras.length > 0 && (
        <Field label="Camera">
          <Select
            options={optionsOf(media.cameras)}
            {...(!media.video.track && { placeholder: 'Off' })}
            value={used(media.video.track)}
            onChange={({ target }) => target.value && void control.choose('video', target.value)}
          />
        </Field>
      )}
      {media.microphones.length > 0 && (
        <Field label="Microphone">
          <Select
            options={optionsOf(media.microphones)}
            {...(!media.audio.track && { placeholder: 'Off' })}
            value={used(media.audio.track)}
            onChange={({ target }) => target.value && void control.choose('audio', target.value)}
          />
        </Field>
      )}
    </>
  )
}
