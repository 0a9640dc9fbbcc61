import { Trans, useLingui } from '@lingui/react/macro'
import { type LiveNotes, maxLiveNotes } from '@virtual-courses/contract'
import { NotebookPen } from 'lucide-react'
import { useId, useState } from 'react'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { PanelEmpty } from './panel-empty.tsx'
import type { Together } from './together-store.ts'
import { type NotesCalls, useNotesEditor } from './use-notes-editor.ts'

/** The notes in a text area that saves itself. */
export function NotesEditor({ notes, together, hint }: { notes: LiveNotes; together: NotesCalls; hint: string }) {
  const { t } = useLingui()
  const { field, text, status, conflict, type, decide } = useNotesEditor(notes, together)
  const [preview, setPreview] = useState(false)
  const other = useId()
  const left = maxLiveNotes - text.length
  const saying = { saved: t`Saved`, unsaved: t`Not saved yet`, failed: t`Not saved` }[status]
  return (
    <div className="flex min-h-full flex-col gap-3 p-4">
      <Field
        label={t`Notes of this session`}
        hint={hint}
        aside={
          <span className="tabular text-sm text-muted">{left < maxLiveNotes / 10 ? t`${left} left` : saying}</span>
        }
        className="flex-1"
      >
        <Textarea
          ref={field}
          value={text}
          maxLength={maxLiveNotes}
          onChange={({ target }) => type(target.value)}
          className="min-h-40 flex-1"
        />
      </Field>
      {conflict && (
        <section role="alert" aria-labelledby={other} className="grid gap-2 rounded-lg border border-line p-3">
          <p id={other} className="text-sm font-medium">
            <Trans>Another host changed the same lines. Their text is below.</Trans>
          </p>
          <p
            {...writtenIn()}
            className="max-h-40 overflow-y-auto rounded-md bg-sunken p-2 text-sm whitespace-pre-wrap wrap-anywhere"
          >
            {conflict.text}
          </p>
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => decide('mine')}>
              <Trans>Keep my text</Trans>
            </Button>
            <Button size="sm" variant="secondary" onClick={() => decide('theirs')}>
              <Trans>Take their text</Trans>
            </Button>
          </span>
        </section>
      )}
      {text.trim() !== '' && (
        <details open={preview} onToggle={({ currentTarget }) => setPreview(currentTarget.open)}>
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">
            <Trans>As everyone sees it</Trans>
          </summary>
          {preview && <Markdown text={text} className="mt-2" />}
        </details>
      )}
    </div>
  )
}

type Props = { notes: LiveNotes; together: Together; isHost: boolean }

/** The notes of a session: hosts write them together, everyone else reads along. */
export function NotesPanel({ notes, together, isHost }: Props) {
  const { t } = useLingui()
  return (
    <>
      <h2 className="sr-only">{t({ message: 'Notes', context: 'live room' })}</h2>
      {isHost ? (
        <NotesEditor
          notes={notes}
          together={together}
          hint={t`Everyone in the room reads them while you write. They stay with the lecture. Markdown is understood.`}
        />
      ) : notes.text === '' ? (
        <PanelEmpty icon={<NotebookPen />}>
          <Trans>No notes yet. What the hosts write here stays with the lecture.</Trans>
        </PanelEmpty>
      ) : (
        <Markdown text={notes.text} className="p-4" />
      )}
    </>
  )
}
