import { createContext, use } from 'react'

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldState | null>(null)

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
