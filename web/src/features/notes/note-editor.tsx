import { Trans, useLingui } from '@lingui/react/macro'
import { maxNoteLength, type NotePlace } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Textarea } from '#ui/form/input.tsx'
import type { NoteKeeper } from './note-keeper.ts'
import { NoteStatus } from './note-status.tsx'
import { useNotesView } from './use-notes-view.ts'

/** A note that is being written; without an id while nothing is typed. */
export type WrittenNote = { id: string | null; lectureId: string; place: NotePlace }

type Props = {
  keeper: NoteKeeper
  written: WrittenNote
  /** accessible name, such as "Note at 1:23" */
  label: string
  /** on a video */
  night?: boolean
  onClose: () => void
}

/** The text of a note, saved while it is typed. Escape or Ctrl+Enter ends it; a note without a text that was not begun is none. */
export function NoteEditor({ keeper, written, label, night = false, onClose }: Props) {
  const { t } = useLingui()
  const { notes } = useNotesView(keeper)
  const [id, setId] = useState(written.id)
  const note = notes.find((one) => one.id === id)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: night })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [night])

  function type(text: string): void {
    if (note) keeper.edit(note.id, text)
    else if (text !== '') setId(keeper.add(written.lectureId, written.place, text))
  }
  const left = maxNoteLength - (note?.text.length ?? 0)
  return (
    <div className="grid gap-2">
      <Textarea
        ref={field}
        onKeyDown={(event) => {
          // keys of the page and of the player never take what is typed
          event.stopPropagation()
          const ends = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          if (!ends || event.nativeEvent.isComposing) return
          event.preventDefault()
          onClose()
        }}
        aria-label={label}
        rows={night ? 2 : 3}
        maxLength={maxNoteLength}
        placeholder={t`Write a note`}
        value={note?.text ?? ''}
        onChange={({ target }) => type(target.value)}
        className={cx('min-h-16!', night ? 'max-h-24!' : 'max-h-72!')}
      />
      {note && (
        <NoteStatus
          note={note}
          keeper={keeper}
          night={night}
          onResolved={(next) => (next === null ? onClose() : setId(next))}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={cx('tabular text-xs', night ? 'text-on-night-muted' : 'text-muted')}>
          {left <= 200 ? <span>{t`${left} characters left`}</span> : <Trans>Only you can see your notes.</Trans>}
        </p>
        <Button size="sm" variant={night ? 'accent' : 'primary'} onClick={onClose}>
          <Trans context="note">Done</Trans>
        </Button>
      </div>
    </div>
  )
}
