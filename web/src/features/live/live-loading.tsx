import { Spinner } from '#ui/spinner.tsx'

/** What stands in the room's place until it is there. */
export const LiveLoading = () => (
  <div className="grid min-h-[60dvh] place-items-center text-lg">
    <Spinner label="Loading live session..." />
  </div>
)
