import { ApiError } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { fieldProblems } from '#lib/field-problems.ts'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'
import type { Faults } from './course-faults.ts'

/** Refusals that are about the file that was sent, whatever they say. */
const aboutFile = new Set<ApiError['code']>(['wrong_media', 'too_large'])

/** The faults that a form shows. Showing moves the focus to the first field that has one; typing into a field clears its own. */
export function useFaults<Draft>(form: RefObject<HTMLFormElement | null>) {
  const [faults, setFaults] = useState<Faults<Draft>>({})
  const [signedOut, setSignedOut] = useState(false)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (shown > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [shown, form])

  function show(next: Faults<Draft>) {
    setFaults(next)
    setShown((count) => count + 1)
  }

  return {
    faults,
    /** the session ended while the form was open */
    signedOut,
    show,
    clear(name: keyof Draft) {
      setFaults((before) => ({ ...before, [name]: undefined }))
    },
    /** Tells of a call that failed: the server's sentence as a toast, its words about fields beside them. */
    fail(error: unknown, fileField?: keyof Draft) {
      const message = messageOfError(error, 'Something went wrong')
      const code = error instanceof ApiError ? error.code : undefined
      toast.error(message)
      setSignedOut(code === 'unauthenticated')
      // the fields' wire names are the draft's names; others find no place and stay unseen
      const words = fieldProblems(error) as Faults<Draft>
      show(code && aboutFile.has(code) && fileField ? { ...words, [fileField]: message } : words)
    },
  }
}
