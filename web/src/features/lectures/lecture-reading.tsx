import { Trans, useLingui } from '@lingui/react/macro'
import { type Attachment, api as calls, type Lecture, type LectureContent } from '@virtual-courses/contract'
import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import type { MarkdownProps } from '#lib/text/markdown-view.tsx'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { SaidText } from '#ui/said.tsx'
import type { Slot } from '#ui/slot.ts'

/** What there is to read in a lecture, or the error that kept it from being read. */
type Read = { lectureId: string } & ({ content: LectureContent } | { failure: unknown })

type Props = {
  lecture: Pick<Lecture, '_id'>
  /** read with the page, of this lecture or another one */
  initial?: LectureContent | null
  /** below the text, for example what to do next */
  end?: Slot
  /** beside each part of the text */
  aside?: MarkdownProps['aside']
}

function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const formatBytes = useFormatBytes()
  const { t } = useLingui()
  return (
    <section aria-label={t`Files of this lecture`} className="mt-5">
      <h3 className="font-sans text-lg font-semibold">
        <Trans>Files</Trans>
      </h3>
      <ul className="mt-2 grid gap-2">
        {attachments.map(({ _id, name, bytes, url }) => (
          <li key={_id}>
            <a
              href={url}
              download
              className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 transition-colors hover:bg-tint"
            >
              <FileDown aria-hidden="true" className="size-5 shrink-0 text-link" />
              <span {...writtenIn()} className="min-w-0 flex-1 font-medium wrap-anywhere">
                {name}
              </span>
              <span className="tabular shrink-0 text-sm text-muted">{formatBytes(bytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Description, text and files of a lecture that the user may watch, read when the lecture is opened. */
export function LectureReading({ lecture: { _id: lectureId }, initial = null, end, aside }: Props) {
  const { t } = useLingui()
  const [read, setRead] = useState<Read | null>(initial && { lectureId: initial.lectureId, content: initial })
  const [tries, setTries] = useState(0)
  const current = read?.lectureId === lectureId ? read : null
  const missing = current === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` reads again
  useEffect(() => {
    if (!missing) return
    const control = new AbortController()
    browserApi(calls.lectures.content, { params: { lectureId }, signal: control.signal }).then(
      (content) => setRead({ lectureId, content }),
      (error: unknown) => {
        if (!control.signal.aborted) setRead({ lectureId, failure: error })
      },
    )
    return () => control.abort()
  }, [lectureId, missing, tries])

  if (current === null)
    return (
      <div className="mt-4">
        <Skeleton className="h-5 max-w-prose" />
        <Skeleton className="mt-3 h-5 max-w-lg" />
      </div>
    )
  if ('failure' in current)
    return (
      <div className="mt-4 grid justify-items-start gap-3">
        <Notice tone="danger">
          <SaidText said={failureOf(current.failure, t`This text could not be loaded. Please try again.`)} />
        </Notice>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setRead(null)
            setTries((count) => count + 1)
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  const { description, text, attachments, liveNotes } = current.content
  return (
    <>
      {description && <Markdown text={description} className="mt-3 text-muted" />}
      {text && (
        <Card as="article" className="mt-5">
          <Markdown text={text} aside={aside} />
          {end}
        </Card>
      )}
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      {liveNotes && (
        <Card as="section" className="mt-5">
          <h3 className="font-sans text-lg font-semibold">
            <Trans>Notes of the live session</Trans>
          </h3>
          <Markdown text={liveNotes} className="mt-2" />
        </Card>
      )}
    </>
  )
}
