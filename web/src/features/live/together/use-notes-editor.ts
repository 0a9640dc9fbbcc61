import { t } from '@lingui/core/macro'
import type { LiveNotes } from '@virtual-courses/contract'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isChangedElsewhere } from '#lib/forms/use-edit.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { mergeLines } from './merge-lines.ts'
import type { Together } from './together-store.ts'

/** Milliseconds without typing after which the notes are saved, and after which a failed saving is tried again. */
const pauseMs = 1000
const retryMs = 5000

/** What reads and saves the notes. */
export type NotesCalls = Pick<Together, 'saveNotes' | 'readNotes'>

export type NotesStatus = 'saved' | 'unsaved' | 'failed'

/**
 * The notes in a text area. They save themselves; what other hosts change meanwhile is merged by lines, and where both changed the same
 * lines `conflict` has the text of the others until `decide` is called.
 */
export function useNotesEditor(notes: LiveNotes, together: NotesCalls) {
  const [text, setText] = useState(notes.text)
  const [status, setStatus] = useState<NotesStatus>('saved')
  const [conflict, setConflict] = useState<LiveNotes | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const now = useRef({ text: notes.text, base: notes, missed: notes, saving: false, closed: false })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const caret = useRef<number | null>(null)

  const show = (next: string) => {
    const { current: box } = field
    const before = now.current.text
    const at = box && document.activeElement === box ? box.selectionStart : null
    if (at !== null)
      caret.current = next.startsWith(before.slice(0, at)) ? at : Math.max(0, next.length - (before.length - at))
    now.current.text = next
    setText(next)
  }
  // a value that a program sets moves the caret to the end
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const isClean = () => now.current.text.trim() === now.current.base.text
  const later = (milliseconds: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), milliseconds)
  }

  function take(theirs: LiveNotes): void {
    const { base } = now.current
    if (theirs.version === base.version) return
    const mine = isClean() ? base.text : now.current.text
    const merged = mergeLines(base.text, mine, theirs.text)
    if (merged === null) {
      setConflict(theirs)
      return
    }
    now.current.base = theirs
    show(merged)
    if (!isClean()) later(pauseMs)
  }

  async function save(): Promise<void> {
    const { current } = now
    if (current.saving || isClean()) return
    current.saving = true
    current.missed = current.base
    try {
      const { base } = current
      const saved = await together.saveNotes({ text: current.text, version: base.version })
      current.base = saved
      // what came meanwhile, and is not older
      if (current.missed !== base) take(current.missed)
      setStatus(isClean() ? 'saved' : 'unsaved')
      if (!isClean()) later(pauseMs)
    } catch (error) {
      if (isChangedElsewhere(error)) take(await together.readNotes().catch(() => current.base))
      else {
        setStatus('failed')
        toast.error(failureOf(error, t`The notes could not be saved. What you typed stays here.`))
        if (!current.closed) later(retryMs)
      }
    }
    current.saving = false
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: takes each change of the others once
  useEffect(() => {
    const { current } = now
    if (current.saving) {
      if (notes.version !== current.base.version) current.missed = notes
    } else if (!conflict) take(notes)
  }, [notes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves what was typed last when the panel goes
  useEffect(() => {
    const { current } = now
    current.closed = false
    return () => {
      current.closed = true
      clearTimeout(timer.current)
      void save()
    }
  }, [])

  return {
    field,
    text,
    status,
    conflict,
    type(next: string): void {
      now.current.text = next
      setText(next)
      setStatus(isClean() ? 'saved' : 'unsaved')
      if (!conflict) later(pauseMs)
    },
    decide(choice: 'mine' | 'theirs'): void {
      if (!conflict) return
      now.current.base = conflict
      setConflict(null)
      if (choice === 'theirs') {
        show(conflict.text)
        setStatus('saved')
      } else later(0)
    },
  }
}
