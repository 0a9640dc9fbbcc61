import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdminBundle, api as calls, isolate } from '@virtual-courses/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DecisionDialog } from './decision-dialog.tsx'

/** The bundles of everyone, with a button to remove each. */
export function BundleModeration({ bundles }: { bundles: readonly AdminBundle[] }) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState<AdminBundle | null>(null)
  return (
    <Card flush>
      <ul aria-label={t`Bundles`} className="divide-y divide-line">
        {bundles.map((bundle) => (
          <li key={bundle._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  {...writtenIn()}
                  to={paths.bundle(bundle._id)}
                  className="inline-block py-0.5 leading-snug font-semibold wrap-anywhere hover:underline"
                >
                  {bundle.title}
                </Link>
                <Badge tone={bundle.isPublished ? 'success' : 'neutral'} dot>
                  {bundle.isPublished ? <Trans>Published</Trans> : <Trans>Draft</Trans>}
                </Badge>
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                <span>{t`${{ educator: isolate(bundle.educatorName || t`The site`) }} · ${plural({ count: bundle.courses }, { one: '# course', other: '# courses' })}`}</span>
                <span className="max-sm:hidden"> · </span>
                {/* as long as the reader's own date may be, it wraps nothing */}
                <ReaderTime iso={bundle.createdAt} className="max-sm:block" />
              </p>
            </div>
            <span className="tabular font-semibold">{formatRupees(bundle.price)}</span>
            <Button variant="secondary" size="sm" onClick={() => setRemoving(bundle)}>
              <Trans>
                Remove<span className="sr-only">{`: ${{ bundle: isolate(bundle.title) }}`}</span>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
      {removing && (
        <DecisionDialog
          title={t`Remove “${{ bundle: isolate(removing.title) }}”?`}
          text={t`No one can see or buy it any more. Who bought it keeps the courses.`}
          confirmLabel={t`Remove`}
          danger
          reasonHint={t`Stands in the audit log.`}
          onClose={() => setRemoving(null)}
          call={(reason) =>
            browserApi(calls.adminOffers.removeBundle, { params: { bundleId: removing._id }, body: { reason } })
          }
        />
      )}
    </Card>
  )
}
