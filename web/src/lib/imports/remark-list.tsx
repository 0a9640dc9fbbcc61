import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { TransferRemark } from '@virtual-courses/contract'
import { formatCount } from '../text/format.ts'
import { writtenIn } from '../text/written-in.ts'

/** Parts of a file, each with its line, how it begins and what is to say about it. */
export function RemarkList({ remarks, total }: { remarks: readonly TransferRemark[]; total: number }) {
  const { t } = useLingui()
  const rest = total - remarks.length
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {remarks.map(({ line, source, message }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two remarks of one line may be the same
          key={`${line}-${at}`}
          className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:items-baseline"
        >
          <span className="tabular text-sm font-semibold text-muted">{t`Line ${formatCount(line)}`}</span>
          <span className="min-w-0">
            <span className="block">{message}</span>
            {source !== '' && (
              <code {...writtenIn()} className="mt-0.5 block text-sm text-muted wrap-anywhere">
                {source}
              </code>
            )}
          </span>
        </li>
      ))}
      {rest > 0 && (
        <li className="py-2.5 text-muted">
          {t`${plural(rest, { one: `and ${formatCount(rest)} more`, other: `and ${formatCount(rest)} more` })}`}
        </li>
      )}
    </ul>
  )
}
