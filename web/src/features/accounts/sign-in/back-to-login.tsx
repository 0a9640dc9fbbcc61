import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { withNext } from '#lib/navigation/safe-next.ts'

/** Link of the pages that a login leads to; keeps where the reader wanted to go. */
export function BackToLogin({ next }: { next: string }) {
  return (
    <Link
      to={withNext('/login', next)}
      className="inline-flex min-h-6 items-center font-semibold text-link underline underline-offset-4"
    >
      <Trans>Back to Login</Trans>
    </Link>
  )
}
