import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { FileDown, Files } from 'lucide-react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { PanelEmpty } from './panel-empty.tsx'
import { useRead } from './use-read.ts'

/** The files of the lecture, read each time the panel is opened. */
export function FilesPanel({ lectureId }: { lectureId: string }) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  const { read, again } = useRead(lectureId, (signal) =>
    browserApi(calls.lectures.content, { params: { lectureId }, signal }),
  )

  if (read === null) return <Spinner className="min-h-24 w-full justify-center" label={t`Loading files`} />
  if ('failure' in read)
    return (
      <ErrorState
        text={<SaidText said={failureOf(read.failure, t`The files could not be loaded.`)} />}
        onRetry={again}
      />
    )
  const { attachments } = read.data
  if (attachments.length === 0)
    return (
      <PanelEmpty icon={<Files />}>
        <Trans>This lecture has no files.</Trans>
      </PanelEmpty>
    )
  return (
    <ul aria-label={t`Files of this lecture`} className="grid content-start gap-2 p-4">
      {attachments.map(({ _id, name, bytes, url }) => (
        <li key={_id}>
          <a
            href={url}
            download
            className="flex min-h-12 items-center gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:bg-tint"
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
  )
}
