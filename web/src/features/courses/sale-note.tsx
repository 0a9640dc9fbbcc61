import type { Sale } from '@virtual-courses/contract'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'

/** When a sale ends, and what its struck price is. */
export const SaleNote = ({ sale }: { sale: Sale }) => (
  <p className="text-sm">
    <strong className="font-semibold text-danger">
      Sale until <ReaderTime iso={sale.endsAt} look="dateTime" />
    </strong>
    {sale.struckPrice !== null && (
      <span className="text-muted">{` · Lowest price of the 30 days before: ${formatRupees(sale.struckPrice)}`}</span>
    )}
  </p>
)
