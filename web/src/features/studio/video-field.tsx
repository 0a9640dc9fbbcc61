import { maxVideoBytes } from '@virtual-courses/contract'
import { Field } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'

type Props = {
  file: File | null
  error: string | undefined
  /** the lecture has a video already; a new one replaces it */
  hasVideo: boolean
  disabled: boolean
  onPick: (file: File | null) => void
  onReject: (reason: string | null) => void
}

const accept = 'video/mp4,video/webm,video/quicktime,.mp4,.m4v,.mov,.webm'

/** The video file of a lecture; required while there is none. */
export function VideoField({ file, error, hasVideo, disabled, onPick, onReject }: Props) {
  return (
    <Field label={hasVideo ? 'Replace the video' : 'Video'} required={!hasVideo} error={error}>
      <FilePicker
        name="videoUrl"
        accept={accept}
        maxBytes={maxVideoBytes}
        file={file}
        onPick={onPick}
        onReject={onReject}
        disabled={disabled}
        hint="MP4, MOV or WebM, up to 4 GB"
      />
    </Field>
  )
}
