import { Trans, useLingui } from '@lingui/react/macro'
import type { Certificate } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'

/** Whether a certificate counts, in a word. */
export function CertificateBadge({ state }: { state: Certificate['state'] }) {
  const { t } = useLingui()
  if (state === 'valid')
    return (
      <Badge tone="success" dot>
        {t({ message: 'Valid', context: 'certificate' })}
      </Badge>
    )
  return (
    <Badge tone="danger" dot>
      {state === 'replaced'
        ? t({ message: 'Replaced', context: 'certificate' })
        : t({ message: 'Withdrawn', context: 'certificate' })}
    </Badge>
  )
}

/** Says to anyone whether a certificate counts. */
export function CertificateNotice({ certificate }: { certificate: Certificate }) {
  const { state, withdrawnAt, replacedBy } = certificate
  const at = withdrawnAt ?? ''
  if (state === 'valid')
    return (
      <Notice tone="success">
        <Trans>This certificate is valid.</Trans>
      </Notice>
    )
  if (state === 'replaced' && replacedBy !== null)
    return (
      <Notice tone="warning">
        <Trans>
          This certificate was replaced on <ReaderTime iso={at} look="date" /> and does not count any more.{' '}
          <Link to={paths.certificate(replacedBy)} className="font-semibold underline underline-offset-4">
            See the certificate that has taken its place
          </Link>
        </Trans>
      </Notice>
    )
  return (
    <Notice tone="danger">
      <Trans>
        This certificate was withdrawn on <ReaderTime iso={at} look="date" /> and does not count any more.
      </Trans>
    </Notice>
  )
}
