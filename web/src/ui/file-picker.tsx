import { FileCheck, Upload, X } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field-context.ts'
import { formatBytes } from './format-bytes.ts'
import { IconButton } from './icon-button.tsx'
import { type FileRule, refuseFile } from './refuse-file.ts'

export type FilePickerProps = FileRule & {
  file: File | null
  onPick: (file: File | null) => void
  /** Why the file picked last is not taken (wrong kind, too large), or null; show it as the Field's error. */
  onRefuse: (reason: string | null) => void
  /** What may be dropped here: "PNG, JPEG or WebP, up to 10 MB". */
  hint: ReactNode
  /** A picture of what is chosen or stored now. */
  preview?: ReactNode
  name?: string
  disabled?: boolean
}

/** Drop a file or choose one. Stands inside a Field, which gives it its label and error. */
export function FilePicker(props: FilePickerProps) {
  const { file, onPick, onRefuse, hint, preview, name, disabled, accept, maxBytes } = props
  const control = useFieldControl({})
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function take(picked: File | null) {
    const reason = picked && refuseFile(picked, { accept, maxBytes })
    onRefuse(reason)
    if (!reason) onPick(picked)
  }
  // one may have been chosen before the page came to life
  const takeEarly = useEffectEvent(() => {
    const [early] = input.current?.files ?? []
    if (early && !file) take(early)
  })
  useEffect(() => takeEarly(), [])
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (!disabled && dropped) take(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse, the input inside is for everybody
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'relative flex min-h-28 items-center gap-4 rounded-md border-[1.5px] border-dashed p-4 transition-colors',
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
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {file ? (
            file.name
          ) : (
            <>
              <span className="text-link underline underline-offset-4">Choose a file</span> or drop it here
            </>
          )}
        </p>
        <p className="tabular text-sm text-muted">{file ? formatBytes(file.size) : hint}</p>
      </div>
      <input
        {...control}
        ref={input}
        type="file"
        name={name}
        accept={accept}
        disabled={disabled}
        // the same file can be chosen again: after a refusal, a removal, or when it was changed on the disk
        onClick={(event) => {
          event.currentTarget.value = ''
        }}
        onChange={(event) => event.target.files?.[0] && take(event.target.files[0])}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      {file && !disabled && (
        <IconButton label={`Remove ${file.name}`} onClick={() => take(null)} className="z-1">
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
