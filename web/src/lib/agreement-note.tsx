import { Trans } from '@lingui/react/macro'
import { type SitePageKind, sitePagePath } from '@virtual-courses/contract'
import type { ReactNode } from 'react'

/** Opens beside the page, which keeps what was typed in it. */
const Beside = ({ kind, children }: { kind: SitePageKind; children?: ReactNode }) => (
  <a
    href={sitePagePath(kind)}
    target="_blank"
    rel="noopener"
    className="font-medium text-link underline underline-offset-2"
  >
    {children}
  </a>
)

/** Says what a button agrees to: one that opens an account, or one that buys. */
export function AgreementNote({ to, className = '' }: { to: 'account' | 'order'; className?: string }) {
  return (
    <p data-agreement className={`text-muted ${className}`}>
      {to === 'account' ? (
        <Trans>
          With your account you agree to the <Beside kind="terms">terms of use</Beside>. What we keep about you is in
          the <Beside kind="privacy">privacy policy</Beside>.
        </Trans>
      ) : (
        <Trans>
          By enrolling you agree to the <Beside kind="terms">terms of use</Beside> and the{' '}
          <Beside kind="refunds">refund policy</Beside>.
        </Trans>
      )}
    </p>
  )
}
