import { useRef, useState } from 'react'
import { differs } from './differs.ts'

type Values = Record<string, string | boolean>

/** What stands in a form, beside what is saved. */
export function useDraft<Draft extends Values>(initial: Draft) {
  const [saved, setSaved] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const latest = useRef(draft)
  latest.current = draft
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
