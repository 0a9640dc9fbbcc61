import { useLingui } from '@lingui/react/macro'
import { type AnswerFile, isolate } from '@virtual-courses/contract'
import { FileDown, Trash2 } from 'lucide-react'
import { writtenIn } from '#lib/text/written-in.ts'
import { IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'

type Props = {
  label: string
  files: readonly AnswerFile[]
  onRemove?: ((file: AnswerFile) => void) | undefined
  busy?: boolean
}

/** Files to save; with `onRemove` each has a button that removes it. */
export function FileList({ label, files, onRemove, busy = false }: Props) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  if (files.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-2">
      {files.map((file) => (
        <li
          key={file._id}
          className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface py-1 pe-1 ps-4"
        >
          <FileDown aria-hidden="true" className="size-5 shrink-0 text-link" />
          <a
            href={file.url}
            download
            {...writtenIn()}
            className="min-w-0 flex-1 py-2 font-medium text-link underline wrap-anywhere"
          >
            {file.name}
          </a>
          <span className="tabular shrink-0 pe-3 text-sm text-muted">{formatBytes(file.bytes)}</span>
          {onRemove && (
            <IconButton
              label={t`Remove ${{ name: isolate(file.name) }}`}
              disabled={busy}
              onClick={() => removeRow(() => onRemove(file))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
