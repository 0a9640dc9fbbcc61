import { Trans } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useRead } from './use-read.ts'

/** The notes of a session for those who have just been in it. Renders nothing without notes, and where they cannot be read. */
export function EndNotes({ lectureId }: { lectureId: string }) {
  const { read } = useRead(lectureId, (signal) =>
    browserApi(calls.liveTogether.notes, { params: { lectureId }, signal }),
  )
  if (read === null || 'failure' in read || read.data.text === '') return null
  return (
    <Card as="section" className="mx-auto mb-section max-w-prose">
      <h2 className="font-sans text-lg">
        <Trans>Notes of this session</Trans>
      </h2>
      <Markdown text={read.data.text} className="mt-2" />
    </Card>
  )
}
