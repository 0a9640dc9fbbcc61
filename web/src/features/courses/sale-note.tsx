import { Trans, useLingui } from '@lingui/react/macro'
import type { Sale } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'

/** When a sale ends, and what its struck price is. */
export function SaleNote({ sale }: { sale: Sale }) {
  const { t } = useLingui()
  return (
    <p className="text-sm">
      <strong className="font-semibold text-danger">
        <Trans>
          Sale until <ReaderTime iso={sale.endsAt} look="dateTime" />
        </Trans>
      </strong>
      {sale.struckPrice !== null && (
        <span className="text-muted">{` · ${t`Lowest price of the 30 days before: ${{ price: formatRupees(sale.struckPrice) }}`}`}</span>
      )}
    </p>
  )
}
