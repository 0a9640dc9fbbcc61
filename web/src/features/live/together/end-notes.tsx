import { Trans } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { Card } from '#ui/layout/card.tsx'

/** The notes of a session for those who have just been in it. Renders nothing without notes, and where they cannot be read. */
export function EndNotes({ lectureId }: { lectureId: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const control = new AbortController()
    browserApi(calls.liveTogether.notes, { params: { lectureId }, signal: control.signal }).then(
      (notes) => setText(notes.text),
      () => {},
    )
    return () => control.abort()
  }, [lectureId])
  if (text === '') return null
  return (
    <Card as="section" className="mx-auto mb-section max-w-prose">
      <h2 className="font-sans text-lg">
        <Trans>Notes of this session</Trans>
      </h2>
      <Markdown text={text} className="mt-2" />
    </Card>
  )
}
