import { useId } from 'react'

type Props<Value extends string> = {
  legend: string
  name: string
  choices: readonly { value: Value; label: string }[]
  /** "" while nothing is chosen */
  value: string
  error?: string | undefined
  onChange: (value: Value) => void
}

/** Radio group whose options are rows, with what is wrong with the choice below them. */
export function RadioList<Value extends string>({ legend, name, choices, value, error, onChange }: Props<Value>) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="-mx-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-tint"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              aria-invalid={error ? true : undefined}
              className="size-4.5 shrink-0 accent-primary"
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={id} className="mt-1 text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
