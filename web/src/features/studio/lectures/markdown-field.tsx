import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'

type Props = {
  name: string
  label: string
  hint: string
  /** Says that it is shown as students see it. */
  preview: string
  value: string
  error: string | undefined
  maxLength: number
  rows: number
  required?: boolean
  onChange: (value: string) => void
}

/** Field for a text in Markdown, which can be looked at as students see it. */
export function MarkdownField({
  name,
  label,
  hint,
  preview,
  value,
  error,
  maxLength,
  rows,
  required = false,
  onChange,
}: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const left = maxLength - value.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Field
        label={label}
        hint={hint}
        error={error}
        required={required}
        aside={left < maxLength / 10 && <span className="tabular text-sm text-muted">{t`${left} left`}</span>}
      >
        <Textarea
          name={name}
          value={value}
          rows={rows}
          maxLength={maxLength}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      {value.trim() !== '' && (
        <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">{preview}</summary>
          {shown && (
            <div className="mt-2 rounded-md border border-line p-4">
              <Markdown text={value} />
            </div>
          )}
        </details>
      )}
    </div>
  )
}
