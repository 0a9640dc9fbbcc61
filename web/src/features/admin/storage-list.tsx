import type { StorageAccount, StoreFindings } from '@virtual-courses/contract'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'

const several = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

function Keys({ label, keys, count }: { label: string; keys: readonly string[]; count: number }) {
  if (keys.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="cursor-pointer font-medium">{label}</summary>
      <ul className="mt-1 font-mono text-sm wrap-anywhere">
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
        {count > keys.length && <li>{`and ${several(count - keys.length, 'other')}`}</li>}
      </ul>
    </details>
  )
}

/** What the last comparison of the store with the database has found. */
export function StoreCheckResult({ check }: { check: StoreFindings | null }) {
  const formatBytes = useFormatBytes()
  if (!check)
    return (
      <p className="text-sm text-muted">The store is compared with the database every day, for the first time soon.</p>
    )
  const left = check.unnamed - check.removed
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-muted">
        <span>{`${several(check.objects, 'object')}, ${formatBytes(check.bytes)}, compared with the database on `}</span>
        <ReaderTime iso={check.endedAt} look="dateTime" />
        <span>{`.${check.removed > 0 ? ` ${several(check.removed, 'object')} that no row named were removed.` : ''}`}</span>
      </p>
      {check.missing > 0 && (
        <Notice tone="danger">
          <span>{`The bytes of ${several(check.missing, 'video, picture or file')} are not in the store. Restore them from a backup.`}</span>
          <Keys label="Which" keys={check.missingKeys} count={check.missing} />
        </Notice>
      )}
      {left > 0 && (
        <Notice tone="warning">
          <span>{`${several(left, 'object')} in the store (${formatBytes(check.unnamedBytes)}) belong to nothing. The next check removes them, unless they are more than a tenth of all: then look at them first, and run npm run media:check.`}</span>
          <Keys label="Which" keys={check.unnamedKeys} count={check.unnamed} />
        </Notice>
      )}
      {check.missing === 0 && left === 0 && <p className="text-sm">Everything is where it should be.</p>}
    </div>
  )
}

/** Accounts with what they take in the store. */
export function StorageList({ accounts, allowed }: { accounts: readonly StorageAccount[]; allowed: number | null }) {
  const formatBytes = useFormatBytes()
  return (
    <Card flush>
      <ul aria-label="Accounts by what they take" className="divide-y divide-line">
        {accounts.map(({ _id, name, email, use }) => (
          <li key={_id} className="flex items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
                {name}
              </p>
              <p className="text-sm text-muted wrap-anywhere">{email}</p>
            </div>
            <p className="text-end">
              <span className="tabular block font-semibold">{formatBytes(use.total)}</span>
              {allowed !== null && use.total >= allowed / 100 && (
                <span className="tabular block text-sm text-muted">
                  {`${Math.round((use.total / allowed) * 100)} % of the limit`}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
