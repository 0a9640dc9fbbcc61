import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { InvitationForm, type InvitationRequest } from '#features/accounts/sign-in/invitation-form.tsx'
import { browserApi } from '#lib/api.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'

type View =
  | { at: 'reading' }
  /** `message` is the server's; without one the link was cut off */
  | { at: 'refused'; message?: string }
  | { at: 'form'; token: string; request: InvitationRequest }
  | { at: 'mailed'; email: string }
  | { at: 'done'; email: string }

const cut = msg`This link is not complete. Please copy all of it from the mail or the log.`

/** Title and text of each view. */
function textsOf(view: View): { title: MessageDescriptor; text: MessageDescriptor } {
  if (view.at === 'reading') return { title: msg`Become an admin`, text: msg`Your link is being read.` }
  if (view.at === 'refused') return { title: msg`This link does not work`, text: msg`Nothing has changed.` }
  if (view.at === 'mailed')
    return {
      title: msg`Check your mail`,
      text: msg`We are sending a mail to ${{ email: view.email }}. You become an admin by its link.`,
    }
  if (view.at === 'done') return { title: msg`You are an admin now`, text: msg`Log in as ${{ email: view.email }}.` }
  if (view.request.step === 'confirm')
    return {
      title: msg`Confirm your admin account`,
      text: msg`Enter the password that you chose for ${{ email: view.request.email ?? '' }}.`,
    }
  return { title: msg`Become an admin`, text: msg`Choose how you will log in.` }
}

/**
 * Page of the links that make an admin. The token is in the hash, so neither servers nor proxies see it. The page reads it in
 * the browser, sends it in the body of a call, and removes it from the address when it is used.
 */
export default function AdminInvitation() {
  const { t } = useLingui()
  const { hash } = useLocation()
  const { outbox } = useSettings()
  const [view, setView] = useState<View>({ at: 'reading' })
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const token = hash.slice(1)
    if (token === '') return setView({ at: 'refused' })
    const reading = new AbortController()
    setView({ at: 'reading' })
    browserApi(calls.invitations.read, { body: { token }, signal: reading.signal }).then(
      (request) => setView({ at: 'form', token, request }),
      (error: unknown) => {
        if (!reading.signal.aborted) setView({ at: 'refused', message: failureOf(error, '').message })
      },
    )
    return () => reading.abort()
  }, [hash])

  function accepted({ state, email }: { state: 'mailed' | 'done'; email: string }) {
    // removes the token from the browser's history
    window.history.replaceState(window.history.state, '', window.location.pathname)
    setView({ at: state, email })
    heading.current?.focus()
  }

  const { title, text } = textsOf(view)
  return (
    <AuthPage title={t(title)} text={t(text)} heading={heading} other={null}>
      <PageMeta title={t`Become an admin`} />
      <meta name="robots" content="noindex" />
      <noscript>
        <Notice tone="warning">
          <Trans>This page needs JavaScript: without it the link never leaves your browser.</Trans>
        </Notice>
      </noscript>
      <Body view={view} outbox={outbox} onAccepted={accepted} />
    </AuthPage>
  )
}

type BodyProps = {
  view: View
  /** Mails of this server are shown at /dev/outbox. */
  outbox: boolean
  onAccepted: (answer: { state: 'mailed' | 'done'; email: string }) => void
}

function Body({ view, outbox, onAccepted }: BodyProps): ReactNode {
  const { t } = useLingui()
  if (view.at === 'reading') return <Spinner label={t`Reading your link...`} className="[&_svg]:text-link" />
  if (view.at === 'form') return <InvitationForm token={view.token} request={view.request} onAccepted={onAccepted} />
  if (view.at === 'refused')
    return (
      <div className="grid justify-items-start gap-5">
        <Notice tone="danger">{view.message || t(cut)}</Notice>
        <ButtonLink to={paths.home} variant="secondary">
          <Trans>Go to the home page</Trans>
        </ButtonLink>
      </div>
    )
  if (view.at === 'mailed')
    return (
      <div className="grid gap-4">
        <Notice>
          <Trans>The link that you opened is used up. The one in the mail works for a day at least.</Trans>
        </Notice>
        <p className="text-sm text-muted">
          <Trans>
            No mail after a few minutes? Look for it among unwanted mail, and ask the operator of this site for a new
            link.
          </Trans>
        </p>
        {outbox && (
          <p className="text-sm">
            <Trans>
              This demo keeps its mail in the{' '}
              <a href="/dev/outbox" className="py-1 font-semibold text-link underline underline-offset-4">
                outbox
              </a>
              .
            </Trans>
          </p>
        )}
      </div>
    )
  return (
    // a new document: the session of this browser may have ended
    <ButtonLink to={paths.login} reloadDocument size="lg" block>
      <Trans>Log in</Trans>
    </ButtonLink>
  )
}
