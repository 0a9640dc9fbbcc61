import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { FileQuestionMark, Lock, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useRequestId } from '#lib/session/root-data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import type { PageProblem } from './loaders.ts'

type ErrorText = {
  icon: ReactElement
  status: number
  title: MessageDescriptor
  text: MessageDescriptor | string
  requestId?: string | undefined
}

/** Returns the texts of an error: the message of an API problem, or a general one. */
function textOf(error: unknown): ErrorText {
  if (!isRouteErrorResponse(error)) {
    return {
      icon: <TriangleAlert />,
      title: msg`Something went wrong`,
      status: 500,
      text: msg`This page could not be shown. Please try again in a moment.`,
    }
  }
  // our loaders throw `data(PageProblem)`; the router's own errors carry a string
  const problem: Partial<PageProblem> = typeof error.data === 'object' && error.data !== null ? error.data : {}
  const { status } = error
  if (status === 404) {
    const text = msg`It may have been removed, or the address has a typing mistake.`
    return { icon: <FileQuestionMark />, status, title: msg`This page does not exist`, text }
  }
  if (error.statusText === 'network') {
    const text = msg`The server cannot be reached. Check your connection and try again.`
    return { icon: <WifiOff />, status, title: msg`The page could not be loaded`, text }
  }
  if (error.statusText === 'not_open_yet' && problem.message)
    return { icon: <Lock />, status, title: msg`Not open yet`, text: problem.message }
  // the sentence of an internal error repeats the title
  const own = error.statusText === 'internal' ? undefined : problem.message
  const text = own ?? msg`Please try again in a moment.`
  return { icon: <TriangleAlert />, title: msg`Something went wrong`, status, text, requestId: problem.requestId }
}

export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useLingui()
  const found = textOf(error)
  const title = t(found.title)
  const documentId = useRequestId()
  const requestId = found.requestId ?? documentId
  const retry = found.status !== 404 && <Button onClick={() => window.location.reload()}>{t`Try again`}</Button>
  return (
    <div className="shell py-section">
      <PageMeta title={title} />
      <EmptyState
        as="h1"
        icon={found.icon}
        title={title}
        text={typeof found.text === 'string' ? found.text : t(found.text)}
        action={
          <>
            {retry}
            <ButtonLink to={paths.home} variant={retry ? 'secondary' : 'primary'}>
              <Trans>Go to the home page</Trans>
            </ButtonLink>
          </>
        }
      />
      {requestId && found.status !== 404 && (
        <p className="text-center text-sm text-subtle">{t`Request ${requestId}`}</p>
      )}
    </div>
  )
}
