import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#ui/spinner.tsx'

/** Shown until the room is ready. */
export function LiveLoading() {
  const { t } = useLingui()
  return (
    <div className="grid min-h-[60dvh] place-items-center text-lg">
      <Spinner label={t`Loading live session...`} />
    </div>
  )
}
