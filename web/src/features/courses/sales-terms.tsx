import { useLingui } from '@lingui/react/macro'
import { sitePagePath } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { useSettings } from '#lib/session/root-data.ts'

/** What a price includes, and the terms on which the money comes back; nothing that the site does not promise. */
export function SalesTerms() {
  const { t } = useLingui()
  const { refundDays: days, refundWatchedPercent: percent, taxIncluded } = useSettings()
  if (days === 0 && !taxIncluded) return null
  const promise =
    percent > 0
      ? t`Money back within ${{ days }} days, while you have watched less than ${{ percent }} % of it.`
      : t`Money back within ${{ days }} days, while you have watched none of it.`
  return (
    <p className="text-sm text-muted">
      {taxIncluded && <span>{`${t`The price includes GST.`} `}</span>}
      {days > 0 && <span>{`${promise} `}</span>}
      {days > 0 && (
        <Link to={sitePagePath('refunds')} className="text-link underline underline-offset-2">
          {t`Refund policy`}
        </Link>
      )}
    </p>
  )
}
