import { Spinner } from '#ui/spinner.tsx'

/** Shown until the room is ready. */
export const LiveLoading = () => (
  <div className="grid min-h-[60dvh] place-items-center text-lg">
    <Spinner label="Loading live session..." />
  </div>
)
