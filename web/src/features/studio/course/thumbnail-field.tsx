import { useLingui } from '@lingui/react/macro'
import { maxImageBytes } from '@virtual-courses/contract'
import { useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { FilePicker, useFileUrl } from '#ui/form/file-picker.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = {
  file: File | null
  error: string | undefined
  /** The current image of the course, stored or generated. */
  current: Slot
  disabled: boolean
  onPick: (file: File | null) => void
  onReject: (reason: string | null) => void
}

const accept = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Field for the image of a course, with a preview of the picked file. */
export function ThumbnailField({ file, error, current, disabled, onPick, onReject }: Props) {
  const { t } = useLingui()
  const url = useFileUrl(file)
  const [unreadable, setUnreadable] = useState<string | null>(null)
  return (
    <Field label={t`Thumbnail`} error={error}>
      <FilePicker
        name="thumbnail"
        accept={accept}
        maxBytes={maxImageBytes}
        file={file}
        onPick={onPick}
        onReject={onReject}
        disabled={disabled}
        hint={t`JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. Wide images (16:9) work best.`}
        preview={
          <span className="w-24 shrink-0 overflow-hidden rounded-sm sm:w-44">
            {url && url !== unreadable ? (
              <img
                src={url}
                alt=""
                width={640}
                height={360}
                onError={() => setUnreadable(url)}
                className="aspect-video w-full object-cover"
              />
            ) : (
              current
            )}
          </span>
        }
      />
    </Field>
  )
}
