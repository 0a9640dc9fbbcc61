import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '../cx.ts'
import { type Said, SaidText } from '../said.tsx'
import type { Slot } from '../slot.ts'

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const FieldContext = createContext<FieldState | null>(null)

type Own = { id?: string | undefined; required?: boolean | undefined }

/** Returns the attributes of a control inside a Field; its own id and `required` take precedence. Adds nothing outside of a Field. */
export function useFieldControl(own: Own) {
  const field = use(FieldContext)
  const required = own.required ?? field?.required ?? false
  return {
    id: own.id ?? field?.id,
    required: required || undefined,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
  }
}

export type FieldProps = {
  label: ReactNode
  /** Help below the label, read with the control. */
  hint?: ReactNode
  /** Error message; marks the control as invalid. */
  error?: Said | null | undefined
  required?: boolean
  /** Shows the label to screen readers only. */
  labelHidden?: boolean
  /** Shown at the right of the label, for example a link. */
  aside?: Slot
  className?: string
  /** A control of this folder; it takes its id, description and state from the field. */
  children: Slot
}

/** Label, control, hint and error, associated for assistive technology. */
export function Field({ label, hint, error, required = false, labelHidden, aside, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      {/* a long word in a growing textarea must not widen the form */}
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={labelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-4'}>
          <label htmlFor={id} className="text-sm font-semibold">
            <span>{label}</span>
            {required && (
              <span aria-hidden="true" className="text-danger">
                {' *'}
              </span>
            )}
          </label>
          {aside}
        </div>
        {hint && (
          <p id={hintId} className="-mt-1 text-sm text-muted">
            {hint}
          </p>
        )}
        {children}
        <div aria-live="polite">
          {error && (
            <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-danger">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              <span>
                <SaidText said={error} />
              </span>
            </p>
          )}
        </div>
      </div>
    </FieldContext>
  )
}
