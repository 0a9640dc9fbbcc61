import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { differs } from './differs.ts'
import { typedIn } from './typed-in.ts'

type Values = Record<string, string | boolean>

/** What stands in a form, beside what is saved. The form's controls have the draft's names. */
export function useDraft<Draft extends Values>(form: RefObject<HTMLFormElement | null>, initial: Draft) {
  const [saved, setSaved] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const latest = useRef(draft)
  latest.current = draft

  // before anything is drawn anew, or the first drawing would overwrite what was typed while the script was loading
  useLayoutEffect(() => {
    if (form.current) setDraft(typedIn(form.current, latest.current))
  }, [form])

  return {
    draft,
    /** something was typed that is not saved */
    dirty: differs(saved, draft),
    set<Name extends keyof Draft>(name: Name, value: Draft[Name]) {
      setDraft((before) => ({ ...before, [name]: value }))
    },
    /** These values are saved now. Answers whether more was typed since they were sent; that stays in the form. */
    markSaved(values: Draft): { typedSince: boolean } {
      setSaved(values)
      return { typedSince: differs(values, latest.current) }
    },
    clear() {
      setSaved(initial)
      setDraft(initial)
    },
  }
}
