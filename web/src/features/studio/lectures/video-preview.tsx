import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { VideoOff } from 'lucide-react'
import { useState } from 'react'
import { useFileUrl } from '#ui/form/file-picker.tsx'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Notice } from '#ui/notice.tsx'
import type { StoredVideo } from '../uploads/stored-video.ts'

type Props = {
  /** Address ("" without a video), stream and size in bytes of the stored video. */
  stored: { url: string; streamUrl: string | undefined; bytes: number; version: number }
  Video: StoredVideo
  picked: File | null
}

const notPlayed = msg`This browser cannot show the file that you chose. It may be damaged, or of a kind that students can watch only once the site has prepared it.`
const notLoaded = msg`The video could not be loaded. Check your connection and load this page again.`
const unseen = msg`This browser cannot show the picture of this video as it was uploaded. Students can watch it in all browsers once its qualities are ready.`

/** Preview of a lecture's video, or of the picked file that will replace it. */
export function VideoPreview({ stored, Video, picked }: Props) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  const pickedUrl = useFileUrl(picked)
  const [problem, setProblem] = useState<{ source: string; text: MessageDescriptor } | null>(null)
  // the address of a lecture's video never changes; the version makes the browser fetch the new bytes
  const storedUrl = stored.url && `${stored.url}?v=${stored.bytes}-${stored.version}`
  const label = picked ? t`New video (not saved yet)` : t`Current video`
  const source = picked ? pickedUrl : storedUrl
  const bytes = picked ? picked.size : stored.bytes
  return (
    <figure>
      <figcaption className="mb-2 flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">{label}</span>
        {source && <span className="tabular text-muted">{formatBytes(bytes)}</span>}
      </figcaption>
      <div className="grid aspect-video place-items-center overflow-hidden rounded-md bg-night text-on-night">
        {!picked && storedUrl ? (
          <Video
            key={`${storedUrl} ${stored.streamUrl}`}
            label={label}
            address={{ videoUrl: storedUrl, streamUrl: stored.streamUrl }}
            onBroken={(why) => setProblem({ source: storedUrl, text: why === 'unseen' ? unseen : notLoaded })}
            className="size-full"
          />
        ) : source ? (
          // biome-ignore lint/a11y/useMediaCaption: a file that was just picked has none
          <video
            key={source}
            src={source}
            aria-label={label}
            controls
            playsInline
            preload="metadata"
            onError={() => setProblem({ source, text: notPlayed })}
            // sound over a dark picture
            onLoadedData={({ currentTarget }) =>
              currentTarget.videoWidth === 0 && setProblem({ source, text: notPlayed })
            }
            className="size-full"
          />
        ) : (
          <p className="grid justify-items-center gap-2 text-on-night-muted">
            <VideoOff aria-hidden="true" className="size-7" />
            <Trans>No video yet</Trans>
          </p>
        )}
      </div>
      {source && problem?.source === source && (
        <Notice tone="warning" className="mt-3 text-sm">
          {t(problem.text)}
        </Notice>
      )}
    </figure>
  )
}
