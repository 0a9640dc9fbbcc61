import { useLingui } from '@lingui/react/macro'
import { Field } from './field.tsx'
import { Textarea } from './input.tsx'
import { RadioList } from './radio-list.tsx'

type Values = { reason: string; text: string }
type Props = {
  form: {
    values: Values
    errors: Partial<Record<keyof Values, string | undefined>>
    set: (name: keyof Values, value: string) => void
  }
  choices: readonly { value: string; label: string }[]
  /** of the text, in UTF-16 units */
  maxLength: number
}

/** Fields that ask what is wrong with something: one of some reasons, and a text that may be empty. */
export function ReasonFields({ form, choices, maxLength }: Props) {
  const { t } = useLingui()
  return (
    <>
      <RadioList
        legend={t`What is wrong with it?`}
        name="reason"
        choices={choices}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(reason) => form.set('reason', reason)}
      />
      <Field label={t`More about it (optional)`} error={form.errors.text}>
        <Textarea
          name="text"
          rows={2}
          maxLength={maxLength}
          className="min-h-20"
          value={form.values.text}
          onChange={({ target }) => form.set('text', target.value)}
        />
      </Field>
    </>
  )
}
