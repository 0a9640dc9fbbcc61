import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type LiveNotes } from '@virtual-courses/contract'
import { NotebookPen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { FoldCard } from '#ui/layout/fold-card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { NotesEditor } from './notes-panel.tsx'

type Read = { notes: LiveNotes } | { failure: unknown } | null

function Panel({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const params = { lectureId }
  const [read, setRead] = useState<Read>(null)
  useEffect(() => {
    const control = new AbortController()
    browserApi(calls.liveTogether.notes, { params: { lectureId }, signal: control.signal }).then(
      (notes) => setRead({ notes }),
      (failure: unknown) => !control.signal.aborted && setRead({ failure }),
    )
    return () => control.abort()
  }, [lectureId])

  if (read === null) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading notes`} />
  if ('failure' in read)
    return <Notice tone="danger">{messageOfError(read.failure, t`The notes could not be loaded.`)}</Notice>
  return (
    <>
      <NotesEditor
        notes={read.notes}
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
