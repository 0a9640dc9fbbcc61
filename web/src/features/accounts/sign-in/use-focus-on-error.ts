import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the first field of a router form that an answer found wrong, and selects what it holds: typing replaces it.
 * @param answer of the server, a new object for each; nothing happens for null
 */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, answer: object | null): void {
  useEffect(() => {
    if (!answer) return
    const wrong = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    wrong?.focus()
    wrong?.select()
  }, [form, answer])
}
