import { useLingui } from '@lingui/react/macro'
import { maxImageBytes, type Viewer } from '@virtual-courses/contract'
import { useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker, useFileUrl } from '#ui/form/file-picker.tsx'

/** Image types that the server accepts. */
const accept = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

type Props = {
  user: Viewer
  file: File | null
  error: string | undefined
  disabled: boolean
  onPick: (file: File | null) => void
  onReject: (reason: string | null) => void
}

/** Field for the photo of an account, with a preview of the picked file. */
export function PhotoField({ user, file, error, disabled, onPick, onReject }: Props) {
  const { t } = useLingui()
  const url = useFileUrl(file)
  const [unreadable, setUnreadable] = useState<string | null>(null)
  return (
    <Field label={t`Photo`} error={error}>
      <FilePicker
        name="photoUrl"
        accept={accept}
        maxBytes={maxImageBytes}
        file={file}
        onPick={onPick}
        onReject={onReject}
        disabled={disabled}
        hint={t`JPEG, PNG, WebP, AVIF or GIF, up to 10 MB. The center of the image is shown.`}
        preview={
          url && url !== unreadable ? (
            <img
              src={url}
              alt={t`New, not saved yet`}
              width={112}
              height={112}
              onError={() => setUnreadable(url)}
              className="size-20 shrink-0 rounded-full object-cover sm:size-28"
            />
          ) : (
            <Avatar name={user.name} photo={user.photoUrl} size="xl" className="max-sm:size-20" />
          )
        }
      />
    </Field>
  )
}
