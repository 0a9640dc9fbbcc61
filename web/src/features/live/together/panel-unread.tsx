import { useLingui } from '@lingui/react/macro'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** In place of questions, polls and notes until they were read. */
export function PanelUnread({ failed, onAgain }: { failed: boolean; onAgain: () => void }) {
  const { t } = useLingui()
  if (!failed)
    return <Spinner className="min-h-24 w-full justify-center" label={t`Loading questions, polls and notes`} />
  return <ErrorState text={t`Questions, polls and notes could not be loaded.`} onRetry={onAgain} />
}
