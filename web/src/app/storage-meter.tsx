import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnStorage, StorageUse } from '@virtual-courses/contract'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Progress } from '#ui/progress.tsx'

const kinds: [Exclude<keyof StorageUse, 'total'>, MessageDescriptor][] = [
  ['videos', msg`Videos as uploaded`],
  ['streams', msg`Streams made of them`],
  ['files', msg`Files for download`],
  ['images', msg`Pictures`],
  ['unfinished', msg`Uploads under way`],
  ['texts', msg`Texts and captions`],
]

/** Share from which the bar warns. */
const nearlyFull = 90

/** How much of the media store is used and allowed, and by what. */
export function StorageMeter({ use, allowed }: OwnStorage) {
  const formatBytes = useFormatBytes()
  const { t } = useLingui()
  const total = formatBytes(use.total)
  const percent = allowed === null ? null : (use.total / allowed) * 100
  return (
    <>
      {allowed === null || percent === null ? (
        <p className="text-sm">
          <Trans>
            <strong className="tabular">{total}</strong> used. There is no limit.
          </Trans>
        </p>
      ) : (
        <Progress
          label={t`Used`}
          value={percent}
          valueText={t`${total} of ${{ allowed: formatBytes(allowed) }}`}
          tone={percent >= nearlyFull ? 'danger' : 'primary'}
        />
      )}
      <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
        {kinds
          .filter(([kind]) => use[kind] > 0)
          .map(([kind, label]) => (
            <div key={kind} className="flex justify-between gap-4">
              <dt className="text-muted">{t(label)}</dt>
              <dd className="tabular">{formatBytes(use[kind])}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** The meter of an educator, with what to do when it is nearly full. */
export function OwnStorageMeter({ use, allowed }: OwnStorage) {
  const isFull = allowed !== null && use.total * 100 >= allowed * nearlyFull
  return (
    <>
      <StorageMeter use={use} allowed={allowed} />
      {isFull && (
        <p className="mt-4 text-sm">
          <Trans>
            Uploads that do not fit are refused. Remove lectures, videos or files that you no longer need, or ask the
            support for more room. A video that copied courses share counts once, and goes with the last of them.
          </Trans>
        </p>
      )}
    </>
  )
}
