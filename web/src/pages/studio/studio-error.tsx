import { useLingui } from '@lingui/react/macro'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { ErrorPage } from '#app/error-page.tsx'
import type { PageProblem } from '#app/loaders.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'

type Props = { error: unknown; title: string; back: string }

/** Shown when the data of a studio page could not be read: the server's message, a link back, and a button to try again. */
export function StudioError({ error, title, back }: Props) {
  const { t } = useLingui()
  const { revalidate, state } = useRevalidator()
  if (!isRouteErrorResponse(error) || error.status === 404) return <ErrorPage error={error} />
  const { message }: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  return (
    <Container>
      <PageMeta title={title} />
      <PageHeader title={title} back={back} />
      <ErrorState
        as="h2"
        text={message ?? t`Please try again in a moment.`}
        onRetry={() => void revalidate()}
        busy={state === 'loading'}
      />
    </Container>
  )
}
