import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RecordingStorage as Recordings, StorageAccount, StoreFindings } from '@virtual-courses/contract'
import { formatCount } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'

function Keys({ label, keys, count }: { label: string; keys: readonly string[]; count: number }) {
  const { t } = useLingui()
  if (keys.length === 0) return null
  const others = count - keys.length
  return (
    <details className="mt-2">
      <summary className="cursor-pointer font-medium">{label}</summary>
      <ul className="mt-1 font-mono text-sm wrap-anywhere">
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
        {others > 0 && <li>{t`${plural({ count: others }, { one: 'and # other', other: 'and # others' })}`}</li>}
      </ul>
    </details>
  )
}

/** What the last comparison of the store with the database has found. */
export function StoreCheckResult({ check }: { check: StoreFindings | null }) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  if (!check)
    return (
      <p className="text-sm text-muted">
        <Trans>The store is compared with the database every day, for the first time soon.</Trans>
      </p>
    )
  const left = check.unnamed - check.removed
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-sm text-muted">
        <Trans>
          <span>
            <Plural value={{ objects: check.objects }} one="# object" other="# objects" />
          </span>
          , <span>{`${{ size: formatBytes(check.bytes) }}`}</span>, compared with the database on{' '}
          <ReaderTime iso={check.endedAt} look="dateTime" />.
        </Trans>
        {check.removed > 0 && (
          <span>{` ${t`${plural({ count: check.removed }, { one: '# object that no row named were removed.', other: '# objects that no row named were removed.' })}`}`}</span>
        )}
      </p>
      {check.missing > 0 && (
        <Notice tone="danger">
          <span>{t`${plural({ count: check.missing }, { one: 'The bytes of # video, picture or file are not in the store. Restore them from a backup.', other: 'The bytes of # video, picture or files are not in the store. Restore them from a backup.' })}`}</span>
          <Keys label={t`Which`} keys={check.missingKeys} count={check.missing} />
        </Notice>
      )}
      {left > 0 && (
        <Notice tone="warning">
          <span>{t`${plural({ count: left }, { one: '# object', other: '# objects' })} in the store (${{ size: formatBytes(check.unnamedBytes) }}) belong to nothing. The next check removes them, unless they are more than a tenth of all: then look at them first, and run npm run media:check.`}</span>
          <Keys label={t`Which`} keys={check.unnamedKeys} count={check.unnamed} />
        </Notice>
      )}
      {check.missing === 0 && left === 0 && (
        <p className="text-sm">
          <Trans>Everything is where it should be.</Trans>
        </p>
      )}
    </div>
  )
}

/** What recordings of live sessions take: on the disk of the media server, and in the store. */
export function RecordingStorage({ recordings }: { recordings: Recordings }) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  const { streams, allowed, running, waiting, failed, drafts, used } = recordings
  const videos = ({ count, bytes }: Recordings['drafts']): string =>
    t`${plural(count, { one: '# video', other: '# videos' })}, ${{ size: formatBytes(bytes) }}`
  const rows = [
    { label: t`Drafts, which no lecture uses`, value: videos(drafts) },
    { label: t`Used by lectures`, value: videos(used) },
    { label: t`Being recorded now`, value: formatCount(running) },
    { label: t`Waiting for their video`, value: formatCount(waiting) },
    { label: t`Failed`, value: formatCount(failed) },
  ]
  return (
    <>
      {streams ? (
        <>
          <Progress
            label={t`Written by the media server`}
            value={allowed > 0 ? Math.min(100, (streams.bytes / allowed) * 100) : 100}
            valueText={t`${{ total: formatBytes(streams.bytes) }} of ${{ allowed: formatBytes(allowed) }}`}
            tone={streams.left === 0 ? 'danger' : 'primary'}
          />
          {streams.left === 0 ? (
            <Notice tone="danger" className="mt-4">
              <span>
                {streams.endsBy === 'disk'
                  ? t`The disk of the media server is full: ${{ free: formatBytes(streams.free) }} are free, and ${{ least: formatBytes(streams.least) }} must stay free. Recordings that run are stopped, and none begins. Remove other files from it, keep files of recordings for fewer days, or make it larger.`
                  : t`Recordings take all the space that the settings give them: those that run are stopped, and none begins. Delete recordings, keep their files for fewer days, or give them more space in the settings.`}
              </span>
            </Notice>
          ) : (
            <p className="mt-2 text-sm text-muted">
              {t`${{ left: formatBytes(streams.left) }} are left, by the settings and on that disk.`}
            </p>
          )}
        </>
      ) : (
        <p className="text-sm text-muted">
          <Trans>The folder of the media server cannot be read here, so what it takes is not known.</Trans>
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Accounts with what they take in the store. */
export function StorageList({ accounts, allowed }: { accounts: readonly StorageAccount[]; allowed: number | null }) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  return (
    <Card flush>
      <ul aria-label={t`Accounts by what they take`} className="divide-y divide-line">
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
                  {t`${{ percent: Math.round((use.total / allowed) * 100) }} % of the limit`}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
