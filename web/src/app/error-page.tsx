import { isRouteErrorResponse, Link } from 'react-router'
import { useRequestId } from '#lib/root-data.ts'
import type { PageProblem } from './loaders.ts'

type Words = { title: string; text: string; requestId?: string | undefined }

/** Says what went wrong in words for people: our own refusals carry a sentence, everything else stays behind a calm one. */
function wordsFor(error: unknown): Words {
  if (!isRouteErrorResponse(error)) {
    return { title: 'Something went wrong', text: 'This page could not be shown. Please try again in a moment.' }
  }
  // our loaders throw `data(PageProblem)`; the router's own errors carry a string
  const problem: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  const { requestId } = problem
  if (error.status === 404) {
    const text = 'It may have been moved or removed, or the address may have a typing mistake.'
    return { title: 'This page does not exist', text, requestId }
  }
  if (error.statusText === 'network') {
    const text = problem.message ?? 'Check your connection and try again.'
    return { title: 'You seem to be offline', text, requestId }
  }
  return { title: 'Something went wrong', text: problem.message ?? 'Please try again in a moment.', requestId }
}

export function ErrorPage({ error }: { error: unknown }) {
  const words = wordsFor(error)
  const documentId = useRequestId()
  const requestId = words.requestId ?? documentId
  return (
    <div className="shell grid place-items-center py-section text-center">
      <title>{`${words.title} · Virtual Courses`}</title>
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-3 max-w-prose text-muted">{words.text}</p>
      <Link to="/" className="mt-6 text-link underline">
        Go to the home page
      </Link>
      {requestId && <p className="mt-8 text-sm text-subtle">Request {requestId}</p>}
    </div>
  )
}
