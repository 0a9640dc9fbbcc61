import { t } from '@lingui/core/macro'
import { ApiError } from '@virtual-courses/contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '../text/message-of.ts'

/**
 * Normalises texts as a browser's controls do. A stored text with other line breaks would differ from the control's value, and
 * the form would look edited before the user changed anything.
 */
export const controlText = {
  line: (text: string): string => text.replaceAll(/[\r\n]+/g, ' '),
  lines: (text: string): string => text.replaceAll(/\r\n?/g, '\n'),
}

export type Values = Record<string, string | boolean>

export type FieldErrors<Name extends string> = { [Field in Name]?: string | undefined }

/** Error codes that concern the file of a form. */
const aboutFile = new Set<ApiError['code']>(['wrong_media', 'wrong_captions', 'too_large'])

/** Returns the server's messages about single fields by the field's wire name, the first of each; empty for other errors. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  if (error instanceof ApiError) for (const { path, message } of error.fields) errors[path] ??= message
  return errors
}

/** Whether two records with the same names differ in a value. */
export const differ = (a: Values, b: Values): boolean => Object.keys(a).some((name) => a[name] !== b[name])

/** Returns the values that differ from the saved ones: what an edit sends. */
export function changesOf<V extends Values>(saved: V, values: V): Partial<V> {
  const changed = Object.entries(values).filter(([name, value]) => value !== saved[name])
  return Object.fromEntries(changed) as Partial<V> // names and values of `values`
}

/**
 * Returns the values as they are in a form whose controls have the values' names: what was typed before hydration, or what the
 * browser restored after a reload.
 */
function readControls<V extends Values>(form: HTMLFormElement, values: V): V {
  const read: Values = { ...values }
  for (const name of Object.keys(values)) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') read[name] = control.checked
    else if (control && 'value' in control) read[name] = String(control.value)
  }
  // the same names, with values of the same types
  return read as V
}

export type FailedCall<Name extends string> = Failure & {
  code: ApiError['code'] | undefined
  errors: FieldErrors<Name>
}

/**
 * State of a form: values, what differs from the saved ones, and errors by field, from our own checks or from the server's
 * problem document. The controls carry the values' names; `Extra` names fields without a value here, such as files. The schema
 * of the contract decides on the server (decision 034).
 */
export function useForm<V extends Values, Extra extends string = never>(initial: V) {
  type Name = Extract<keyof V, string> | Extra
  const ref = useRef<HTMLFormElement>(null)
  const [saved, setSaved] = useState(initial)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Name>>({})
  const [signedOut, setSignedOut] = useState(false)
  const [shown, setShown] = useState(0)
  const latest = useRef(values)
  latest.current = values

  // before the next render, which would overwrite what was typed while the script was loading
  useLayoutEffect(() => {
    if (ref.current) setValues(readControls(ref.current, latest.current))
  }, [])
  useEffect(() => {
    if (shown > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [shown])

  const clearError = (name: Name) => setErrors((before) => ({ ...before, [name]: undefined }))
  /** Shows errors in place of earlier ones and moves the focus to the first field that has one. */
  function showErrors(next: FieldErrors<Name>) {
    setErrors(next)
    setShown((count) => count + 1)
  }

  return {
    /** For the form element. */
    ref,
    values,
    saved,
    /** Something differs from the saved values. */
    dirty: differ(saved, values),
    errors,
    /** The session ended while the form was open. */
    signedOut,
    showErrors,
    clearError,
    /** Sets a value and removes the field's error. */
    set<Field extends keyof V>(name: Field, value: V[Field]) {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
    /**
     * The server has `stored` now. Controls that still have the value of `from` show it; what else was typed stays, unsaved. Returns whether
     * there is such.
     */
    rebase(stored: V, from: V): { typedSince: boolean } {
      setSaved(stored)
      setValues((before) => {
        const next: Values = { ...before }
        for (const [name, value] of Object.entries(stored)) if (before[name] === from[name]) next[name] = value
        return next as V // the same names, with values of the same types
      })
      return { typedSince: differ(from, latest.current) }
    },
    reset() {
      setSaved(initial)
      setValues(initial)
      setErrors({})
    },
    /** Shows a failed call: the server's messages at their fields, errors of a file at `fileField`. */
    fail(
      error: unknown,
      { fallback = t`Something went wrong`, fileField }: { fallback?: string; fileField?: Name } = {},
    ) {
      const { message, login } = failureOf(error, fallback)
      const code = error instanceof ApiError ? error.code : undefined
      // names that the form does not have are not shown
      const next = fieldErrorsOf(error) as FieldErrors<Name>
      const errors = code && aboutFile.has(code) && fileField ? { ...next, [fileField]: message } : next
      setSignedOut(login !== undefined)
      showErrors(errors)
      return { message, code, errors, login } satisfies FailedCall<Name>
    },
  }
}
