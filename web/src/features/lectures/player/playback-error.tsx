import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/**
 * `refused`: the user may not watch it. `offline`: the server cannot be reached. `broken`: it cannot be played. `unseen`: this browser does not
 * know the kind of its picture, and there is no stream yet that it could play instead.
 */
export type PlaybackError = 'refused' | 'offline' | 'broken' | 'unseen'

/** Returns why a video failed. Requests one byte: the video element has no status, the response does. */
export async function findPlaybackError(address: string): Promise<PlaybackError> {
  try {
    // an object store redirects to another origin, which scripts may not read; the redirect itself means access
    const { status } = await fetch(address, {
      headers: { range: 'bytes=0-0' },
      credentials: 'include',
      redirect: 'manual',
    })
    if (status === 401 || status === 403) return 'refused'
    // busy, or being restarted
    return status === 429 || status >= 500 ? 'offline' : 'broken'
  } catch {
    return 'offline'
  }
}

const texts: Record<Exclude<PlaybackError, 'refused'>, MessageDescriptor> = {
  broken: msg`This video could not be loaded.`,
  unseen: msg`This browser cannot show the picture of this video as it was uploaded. Once the site has prepared it, it plays here too: please load the page again in a while. Other browsers, such as Safari, may show it now.`,
  offline: msg`The video cannot be reached. It goes on when your connection is back.`,
}

/** Errors of an element (`MediaError`): it knows the bytes, but not what is in them. */
const decodeErrors = [3, 4]

/** Whether an element has a file of whose picture this browser knows nothing: it would play the sound over a dark picture, or nothing. */
export const isUnseen = ({ error, readyState, videoWidth }: HTMLVideoElement): boolean =>
  error === null ? readyState > 0 && videoWidth === 0 : decodeErrors.includes(error.code)

/** Shown instead of a video that cannot be played. */
export function PlaybackErrorPanel({
  error,
  onRetry,
}: {
  error: Exclude<PlaybackError, 'refused'>
  onRetry: () => void
}) {
  const { t } = useLingui()
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center bg-night p-4 text-center text-on-night">
      <div className="grid max-w-sm justify-items-center gap-4">
        <p className="text-lg leading-snug">{t(texts[error])}</p>
        <Button variant="night" onClick={onRetry} icon={<RotateCw aria-hidden="true" className="size-4.5" />}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  )
}
