import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { FoldCard } from '#ui/layout/fold-card.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { NotesEditor } from './notes-panel.tsx'
import { useRead } from './use-read.ts'

function Panel({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const params = { lectureId }
  const { read, again } = useRead(lectureId, (signal) => browserApi(calls.liveTogether.notes, { params, signal }))

  if (read === null) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading notes`} />
  if ('failure' in read)
    return (
      <ErrorState
        text={<SaidText said={failureOf(read.failure, t`The notes could not be loaded.`)} />}
        onRetry={again}
      />
    )
  return (
    <>
      <NotesEditor
        notes={read.data}
        together={{
          readNotes: () => browserApi(calls.liveTogether.notes, { params }),
          saveNotes: (body) => browserApi(calls.liveTogether.saveNotes, { params, body }),
        }}
        hint={t`Students read them when a session ends, and in the next one. Markdown is understood; an empty text deletes them.`}
      />
      <p className="px-4 pb-4 text-sm text-muted">
        <Trans>They save themselves.</Trans>
      </p>
    </>
  )
}

/** The notes of a lecture's live sessions, for its educator. Nothing is loaded until it is open. */
export function LiveNotesCard({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <FoldCard icon={<NotebookPen />} title={t`Notes of the live session`} open={open} onToggle={() => setOpen(!open)}>
      <Panel lectureId={lectureId} />
    </FoldCard>
  )
}
