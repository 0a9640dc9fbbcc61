import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { isPast } from './lecture-draft.ts'

type Props = { value: string; error: string | undefined; onChange: (value: string) => void }

/** When a live session starts, in the educator's own time zone. Shown only after a press, so never drawn by the server. */
export function LiveTimeField({ value, error, onChange }: Props) {
  const [now] = useState(() => Date.now())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const hint = isPast(value, now)
    ? 'This time has passed: students could join at once.'
    : `In your time zone (${zone.replaceAll('_', ' ')})`
  return (
    <Field label="Live start time" required error={error} hint={hint}>
      <Input
        name="liveStartTime"
        type="datetime-local"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
