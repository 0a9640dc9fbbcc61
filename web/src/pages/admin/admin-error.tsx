import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { ErrorPage } from '#app/error-page.tsx'
import type { PageProblem } from '#app/loaders.ts'
import { AdminFrame } from '#features/admin/admin-frame.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'

/** Shown when the data of an admin page could not be read: the server's message, the admin navigation, and a button to try again. */
export function AdminError({
  error,
  title,
  text,
}: {
  error: unknown
  title: MessageDescriptor
  text: MessageDescriptor
}) {
  const { t } = useLingui()
  const { revalidate, state } = useRevalidator()
  if (!isRouteErrorResponse(error) || error.status === 404) return <ErrorPage error={error} />
  const { message }: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  return (
    <AdminFrame title={title} text={text}>
      <ErrorState
        as="h2"
        text={message ?? t`Please try again in a moment.`}
        onRetry={() => void revalidate()}
        busy={state === 'loading'}
      />
    </AdminFrame>
  )
}
