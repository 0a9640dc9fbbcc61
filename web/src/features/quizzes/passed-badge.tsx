import { useLingui } from '@lingui/react/macro'
import { Badge } from '#ui/badge.tsx'

/** Whether an attempt has passed; null while it is open. */
export function PassedBadge({ passed }: { passed: boolean | null }) {
  const { t } = useLingui()
  if (passed === null) return <Badge tone="accent">{t`Open`}</Badge>
  return passed ? <Badge tone="success">{t`Passed`}</Badge> : <Badge>{t`Not passed`}</Badge>
}
