import { CloudAlert } from 'lucide-react'
import { isRouteErrorResponse } from 'react-router'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useRequestId } from '#lib/session/root-data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import type { PageProblem } from './loaders.ts'

type ErrorText = { status: number; title: string; text: string; requestId?: string | undefined }

/** Returns the texts of an error: the message of an API problem, or a general one. */
function textOf(error: unknown): ErrorText {
  if (!isRouteErrorResponse(error)) {
    return {
      title: 'Something went wrong',
      status: 500,
      text: 'This page could not be shown. Please try again in a moment.',
    }
  }
  // our loaders throw `data(PageProblem)`; the router's own errors carry a string
  const problem: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  const { status } = error
  if (status === 404) {
    const text = 'It may have been removed, or the address has a typing mistake.'
    return { status, title: 'This page does not exist', text }
  }
  if (error.statusText === 'network') {
    const text = problem.message ?? 'Check your connection and try again.'
    return { status, title: 'The page could not be loaded', text }
  }
  const text = problem.message ?? 'Please try again in a moment.'
  return { title: 'Something went wrong', status, text, requestId: problem.requestId }
}

export function ErrorPage({ error }: { error: unknown }) {
  const text = textOf(error)
  const documentId = useRequestId()
  const requestId = text.requestId ?? documentId
  const retry = text.status !== 404 && <Button onClick={() => window.location.reload()}>Try again</Button>
  return (
    <div className="shell py-section">
      <PageMeta title={text.title} />
      <EmptyState
        as="h1"
        icon={<CloudAlert />}
        title={text.title}
        text={text.text}
        action={
          <>
            {retry}
            <ButtonLink to={paths.home} variant={retry ? 'secondary' : 'primary'}>
              Go to the home page
            </ButtonLink>
          </>
        }
      />
      {requestId && text.status !== 404 && <p className="text-center text-sm text-subtle">{`Request ${requestId}`}</p>}
    </div>
  )
}
