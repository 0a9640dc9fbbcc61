import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { Notice } from '#ui/notice.tsx'

/** Advises a second step to those whose account moves money, until they have one. */
export function SecondStepAdvice({ className }: { className?: string }) {
  const viewer = useViewer()
  if (viewer?.secondStep !== false) return null
  return (
    <Notice tone="warning" {...(className && { className })}>
      <Trans>
        A password alone protects this account.{' '}
        <Link to={paths.accountSecurity} className="font-semibold underline underline-offset-4">
          Add a passkey or another second step
        </Link>
      </Trans>
    </Notice>
  )
}
