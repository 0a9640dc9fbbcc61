import { api as calls } from '@virtual-courses/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { InvitationForm, type InvitationRequest } from '#features/accounts/sign-in/invitation-form.tsx'
import { browserApi } from '#lib/api.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'

type View =
  | { at: 'reading' }
  | { at: 'refused'; message: string }
  | { at: 'form'; token: string; request: InvitationRequest }
  | { at: 'mailed'; email: string }
  | { at: 'done'; email: string }

const cut = 'This link is not complete. Please copy all of it from the mail or the log.'

/** Title and text of each view. */
function textsOf(view: View): { title: string; text: string } {
  if (view.at === 'reading') return { title: 'Become an admin', text: 'Your link is being read.' }
  if (view.at === 'refused') return { title: 'This link does not work', text: 'Nothing has changed.' }
  if (view.at === 'mailed')
    return {
      title: 'Check your mail',
      text: `We are sending a mail to ${view.email}. You become an admin by its link.`,
    }
  if (view.at === 'done') return { title: 'You are an admin now', text: `Log in as ${view.email}.` }
  if (view.request.step === 'confirm')
    return { title: 'Confirm your admin account', text: `Enter the password that you chose for ${view.request.email}.` }
  return { title: 'Become an admin', text: 'Choose how you will log in.' }
}

/**
 * Page of the links that make an admin. The token is in the hash, so neither servers nor proxies see it. The page reads it in
 * the browser, sends it in the body of a call, and removes it from the address when it is used.
 */
export default function AdminInvitation() {
  const { hash } = useLocation()
  const { outbox } = useSettings()
  const [view, setView] = useState<View>({ at: 'reading' })
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const token = hash.slice(1)
    if (token === '') return setView({ at: 'refused', message: cut })
    const reading = new AbortController()
    setView({ at: 'reading' })
    browserApi(calls.invitations.read, { body: { token }, signal: reading.signal }).then(
      (request) => setView({ at: 'form', token, request }),
      (error: unknown) => {
        if (!reading.signal.aborted) setView({ at: 'refused', message: messageOfError(error, cut) })
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

  return (
    <AuthPage {...textsOf(view)} heading={heading} other={null}>
      <PageMeta title="Become an admin" />
      <meta name="robots" content="noindex" />
      <noscript>
        <Notice tone="warning">This page needs JavaScript: without it the link never leaves your browser.</Notice>
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
  if (view.at === 'reading') return <Spinner label="Reading your link..." className="[&_svg]:text-link" />
  if (view.at === 'form') return <InvitationForm token={view.token} request={view.request} onAccepted={onAccepted} />
  if (view.at === 'refused')
    return (
      <div className="grid justify-items-start gap-5">
        <Notice tone="danger">{view.message}</Notice>
        <ButtonLink to={paths.home} variant="secondary">
          Go to the home page
        </ButtonLink>
      </div>
    )
  if (view.at === 'mailed')
    return (
      <div className="grid gap-4">
        <Notice>The link that you opened is used up. The one in the mail works for a day at least.</Notice>
        <p className="text-sm text-muted">
          No mail after a few minutes? Look for it among unwanted mail, and ask the operator of this site for a new
          link.
        </p>
        {outbox && (
          <p className="text-sm">
            This demo keeps its mail in the{' '}
            <a href="/dev/outbox" className="font-semibold text-link underline underline-offset-4">
              outbox
            </a>
            .
          </p>
        )}
      </div>
    )
  return (
    // a new document: the session of this browser may have ended
    <ButtonLink to={paths.login} reloadDocument size="lg" block>
      Log in
    </ButtonLink>
  )
}
