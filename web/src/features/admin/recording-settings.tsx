import { useLingui } from '@lingui/react/macro'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import type { Slot } from '#ui/slot.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { SettingsPart } from './settings-part.tsx'

type Name = 'recordingHours' | 'recordingGb' | 'recordingFileDays' | 'recordingDraftDays'

type Props = {
  values: SettingsDraft
  errors: { [N in Name]?: string | undefined }
  change: (name: Name) => (event: { target: { value: string } }) => void
  aside: (name: Name) => Slot
}

/** The settings of recorded live sessions: how long and how large they may be, and how long they are kept. */
export function RecordingSettings({ values, errors, change, aside }: Props) {
  const { t } = useLingui()
  const number = (name: Name, label: string, hint: string, bounds: { min: number; max: number }) => (
    <Field label={label} hint={hint} error={errors[name]} aside={aside(name)}>
      <Input
        name={name}
        type="number"
        inputMode="numeric"
        {...bounds}
        value={values[name]}
        onChange={change(name)}
        className="max-w-32"
      />
    </Field>
  )
  return (
    <SettingsPart
      title={t`Recordings`}
      text={t`Recorded live sessions: while they run, until their video is made, and until the educator uses it.`}
    >
      {number('recordingHours', t`Longest recording (hours)`, t`A recording that runs longer is stopped.`, {
        min: 1,
        max: 12,
      })}
      {number(
        'recordingGb',
        t`Space for recordings (GB)`,
        t`For what the media server writes. When it is used up, recordings are stopped and none begins.`,
        { min: 1, max: 1_000_000 },
      )}
      {number(
        'recordingFileDays',
        t`Days for recorded streams`,
        t`Days after the video is made in which the streams of each speaker stay; 0 to delete them at once.`,
        { min: 0, max: 365 },
      )}
      {number(
        'recordingDraftDays',
        t`Days for drafts of recordings`,
        t`Days after which a draft that is not used, or failed, is deleted. A lecture keeps the video that it uses.`,
        { min: 1, max: 365 },
      )}
    </SettingsPart>
  )
}
