import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** As large as the player, so that nothing moves when it is loaded. */
const frame = 'grid aspect-video min-h-48 w-full place-items-center bg-night text-white'

export function PlayerLoadError() {
  return (
    <div role="alert" className={frame}>
      <div className="grid justify-items-center gap-4 p-4 text-center">
        <p>The player could not be loaded.</p>
        <Button variant="night" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </div>
    </div>
  )
}

export const WaitingForPlayer = () => (
  <div className={frame}>
    <Spinner className="[&_svg]:size-10" label="Loading the player" />
  </div>
)
