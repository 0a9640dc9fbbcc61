import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Poster } from './poster.tsx'

/** As large as the player, so that nothing moves when it is loaded. */
const frame = 'grid aspect-video min-h-48 w-full place-items-center bg-night text-white'

/** Round buttons over the video. */
export const bigButton =
  'pointer-events-auto grid place-items-center rounded-full bg-night/75 text-white transition-[scale,background-color] hover:bg-night/90 active:scale-95'

export function PlayerLoadError() {
  return (
    <div role="alert" className={frame}>
      <div className="grid justify-items-center gap-4 p-4 text-center">
        <p>
          <Trans>The player could not be loaded.</Trans>
        </p>
        <Button variant="night" onClick={() => window.location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  )
}

/** @param posterUrl of the video that is going to play */
export function WaitingForPlayer({ posterUrl }: { posterUrl?: string | undefined }) {
  const { t } = useLingui()
  return (
    <div className={cx(frame, 'relative')}>
      <Poster url={posterUrl} />
      <Spinner
        className={cx('relative [&_svg]:size-10', posterUrl && 'rounded-full bg-night/85 py-2 ps-2 pe-4')}
        label={t`Loading the player`}
      />
    </div>
  )
}
