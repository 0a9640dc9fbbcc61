import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** As large as the player, so that nothing moves when it is loaded. */
const frame = 'grid aspect-video min-h-48 w-full place-items-center bg-night text-white'

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

export function WaitingForPlayer() {
  const { t } = useLingui()
  return (
    <div className={frame}>
      <Spinner className="[&_svg]:size-10" label={t`Loading the player`} />
    </div>
  )
}
