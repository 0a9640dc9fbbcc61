import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract/values/isolate'
import { FileCheck, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../cx.ts'
import { formatBytes } from '../format-bytes.ts'
import type { Slot } from '../slot.ts'
import { useFieldControl } from './field.tsx'

/** Returns an object URL of a picked file, valid while the component is mounted; null without a file. */
export function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

export type FileRule = {
  /** Same syntax as the `accept` attribute: "image/*", ".mp4,video/webm". Empty allows every type. */
  accept?: string | undefined
  /** Maximum size in bytes. */
  maxBytes?: number | undefined
}

/**
 * Returns why a file cannot be used, or null. Only saves a failed upload: the server decides by the file's bytes.
 */
export function rejectionOf(
  file: { name: string; type: string; size: number },
  rule: FileRule,
  i18n: I18n,
): string | null {
  const kinds = (rule.accept ?? '').split(',').flatMap((kind) => kind.trim().toLowerCase() || [])
  const name = file.name.toLowerCase()
  const type = file.type.toLowerCase()
  const fits = kinds.some((kind) => {
    if (kind.startsWith('.')) return name.endsWith(kind)
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind
  })
  const shown = isolate(file.name)
  if (kinds.length > 0 && !fits) return i18n._(msg`“${shown}” is not an accepted file type`)
  if (file.size === 0) return i18n._(msg`“${shown}” is empty`)
  if (rule.maxBytes !== undefined && file.size > rule.maxBytes) {
    const [size, limit] = [formatBytes(file.size, i18n), formatBytes(rule.maxBytes, i18n)]
    return i18n._(msg`“${shown}” is ${size}; the limit is ${limit}`)
  }
  return null
}

export type FilePickerProps = FileRule & {
  file: File | null
  onPick: (file: File | null) => void
  /** Receives why the last file is rejected (wrong type, too large), or null; show it as the Field's error. */
  onReject: (reason: string | null) => void
  /** What is accepted: "PNG, JPEG or WebP, up to 10 MB". */
  hint: ReactNode
  /** Shows the file that is chosen or stored now. */
  preview?: Slot
  name?: string
  disabled?: boolean
}

/** File input with drag and drop. Use it inside a Field, which provides the label and the error. */
export function FilePicker(props: FilePickerProps) {
  const { file, onPick, onReject, hint, preview, name, disabled, accept, maxBytes } = props
  const { i18n, t } = useLingui()
  const control = useFieldControl({})
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function choose(picked: File | null) {
    const reason = picked && rejectionOf(picked, { accept, maxBytes }, i18n)
    onReject(reason)
    if (!reason) onPick(picked)
  }
  // a file may have been chosen before hydration
  const acceptEarlyFile = useEffectEvent(() => {
    const [early] = input.current?.files ?? []
    if (early && !file) choose(early)
  })
  useEffect(() => acceptEarlyFile(), [])
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (!disabled && dropped) choose(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the input inside works without one
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex min-h-28 flex-wrap items-center gap-4 rounded-md border-[1.5px] border-dashed p-4 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        // what is being uploaded must stay readable
        disabled
          ? 'border-line bg-sunken'
          : over
            ? 'border-primary bg-tint'
            : 'border-line-strong bg-surface hover:border-ink hover:bg-tint/50',
        control['aria-invalid'] && 'border-danger',
      )}
    >
      {preview ?? (
        <span aria-hidden="true" className="grid size-14 shrink-0 place-items-center rounded-md bg-tint text-link">
          {file ? <FileCheck className="size-6" /> : <Upload className="size-6" />}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-24">
        <p className="font-semibold wrap-anywhere">
          {file ? (
            <span dir="auto">{file.name}</span>
          ) : (
            <Trans>
              <span className="text-link underline underline-offset-4">Choose a file</span> or drop it here
            </Trans>
          )}
        </p>
        <p className="tabular text-sm text-muted">
          {file ? <span>{formatBytes(file.size, i18n)}</span> : <span>{hint}</span>}
        </p>
      </div>
      <input
        {...control}
        ref={input}
        type="file"
        name={name}
        accept={accept}
        disabled={disabled}
        // allows choosing the same file again: after a rejection, a removal, or a change on disk
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
        onChange={(event) => event.target.files?.[0] && choose(event.target.files[0])}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      {file && !disabled && (
        <IconButton label={t`Remove ${{ name: isolate(file.name) }}`} onClick={() => choose(null)} className="z-1">
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
