import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { DiskState } from '@virtual-courses/contract'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Notice } from '#ui/notice.tsx'

type Props = { disk: DiskState | null; waiting: number }

/** Says where a full disk is why uploads, videos and recordings fail, and what to do. */
export function DiskNotice({ disk, waiting }: Props) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  const sizes = disk && { free: formatBytes(disk.free), least: formatBytes(disk.least) }
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {sizes && disk.state === 'full' && (
        <Notice tone="danger">
          <span>{t`The disk of this server is full: ${{ free: sizes.free }} are free, and ${{ least: sizes.least }} must stay free. That is why uploads are refused, and videos and recordings are not made. Remove old backups and other files from it, or make it larger; what waits then goes on by itself.`}</span>
        </Notice>
      )}
      {sizes && disk.state === 'low' && (
        <Notice tone="warning">
          <span>{t`The disk of this server is nearly full: ${{ free: sizes.free }} are free. With less than ${{ least: sizes.least }} uploads are refused, and videos and recordings are not made. Remove old backups and other files from it, or make it larger.`}</span>
        </Notice>
      )}
      {sizes && disk.state === 'ok' && (
        <p className="text-sm text-muted">{t`${{ free: sizes.free }} are free on the disk of this server.`}</p>
      )}
      {waiting > 0 && (
        <Notice tone="danger">
          <span>{t`${plural({ count: waiting }, { one: '# video or recording waits, because the server that makes it has too little disk space. It goes on by itself when there is more.', other: '# videos and recordings wait, because the server that makes them has too little disk space. They go on by themselves when there is more.' })}`}</span>
        </Notice>
      )}
    </div>
  )
}
