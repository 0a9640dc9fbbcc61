import { Trans, useLingui } from '@lingui/react/macro'
import { isolate, type OwnBundle } from '@virtual-courses/contract'
import { useState } from 'react'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { formatRupees } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Card } from '#ui/layout/card.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'

type Props = {
  bundles: readonly OwnBundle[]
  onEdit: (bundle: OwnBundle) => void
  onRemove: (bundle: OwnBundle) => Promise<void>
}

/** An educator's bundles. */
export function BundleList({ bundles, onEdit, onRemove }: Props) {
  const { t } = useLingui()
  const { publicUrl } = useSettings()
  const [removing, setRemoving] = useState<OwnBundle | null>(null)
  return (
    <>
      <ul aria-label={t`Bundles`} className="grid gap-3">
        {bundles.map((bundle) => {
          const isolated = isolate(bundle.title)
          const price = formatRupees(bundle.price)
          const alone = formatRupees(bundle.courses.reduce((sum, one) => sum + (one.price ?? 0), 0))
          return (
            <Card key={bundle._id} as="li" className="flex flex-wrap items-start gap-x-5 gap-y-3 p-4 sm:p-5">
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
                  <span {...writtenIn()}>{bundle.title}</span>
                  <Badge tone={bundle.isPublished ? 'success' : 'neutral'}>
                    {bundle.isPublished ? t`Published` : t`Draft`}
                  </Badge>
                </p>
                <p className="mt-1">
                  <Trans>
                    <span>{`${price} `}</span>
                    <span className="text-sm text-muted">{`instead of ${alone}`}</span>
                  </Trans>
                </p>
                <p className="text-sm text-muted wrap-anywhere">
                  {bundle.courses.map(({ title }) => title).join(', ')}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <ButtonLink to={paths.bundle(bundle._id)} variant="secondary" size="sm">
                  <Trans>
                    View<span className="sr-only">{` ${isolated}`}</span>
                  </Trans>
                </ButtonLink>
                {bundle.isPublished && (
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => void copyText(publicUrl + paths.bundle(bundle._id), t`Link copied`)}
                  >
                    <Trans>
                      Copy link<span className="sr-only">{` of ${isolated}`}</span>
                    </Trans>
                  </Button>
                )}
                <Button variant="secondary" size="sm" onClick={() => onEdit(bundle)}>
                  <Trans>
                    Edit<span className="sr-only">{` ${isolated}`}</span>
                  </Trans>
                </Button>
                <Button variant="secondary" size="sm" onClick={() => setRemoving(bundle)}>
                  <Trans>
                    Remove<span className="sr-only">{` ${isolated}`}</span>
                  </Trans>
                </Button>
              </div>
            </Card>
          )
        })}
      </ul>
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={removing ? t`Remove ${{ title: isolate(removing.title) }}?` : t`Remove the bundle?`}
        text={t`No one can buy it any more. Who bought it keeps the courses.`}
        confirmLabel={t`Remove`}
        danger
        onConfirm={() => {
          if (removing) void onRemove(removing)
          setRemoving(null)
        }}
      />
    </>
  )
}
