import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, googleRoles, type PublicSettings, type Role } from '@virtual-courses/contract'
import { useEffect, useId, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { shownAgreement } from '#lib/session/agreement.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { consentAddress, keepSignIn } from './google-redirect.ts'

/**
 * Opens the provider's consent page. Rejects when it cannot be reached or storage is blocked.
 * @param role chosen at sign-up; null keeps the role of the account
 */
async function startGoogleSignIn(next: string, role: string | null): Promise<void> {
  const consent = await browserApi(calls.accounts.googleConsent)
  const address = consentAddress({ ...consent, origin: location.origin })
  // only the sign-up page says what an account agrees to
  keepSignIn({ state: consent.state, next }, role, role === null ? undefined : shownAgreement())
  location.assign(address)
}

/** Google's letter in its four colours. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path stroke="#4285f4" d="M12 12h8.5a8.5 8.5 0 0 1-2.49 6.01" />
      <path stroke="#34a853" d="M18.01 18.01a8.5 8.5 0 0 1-13.37-1.76" />
      <path stroke="#fbbc05" d="M4.64 16.25a8.5 8.5 0 0 1 0-8.5" />
      <path stroke="#ea4335" d="M4.64 7.75a8.5 8.5 0 0 1 13.37-1.76" />
    </svg>
  )
}

type Props = {
  mode: PublicSettings['google']
  /** Page to open after the sign-in. */
  next: string
  /** The role chosen at sign-up; null where there is no choice. */
  signupRole: Role | null
}

const needsPassword = (role: Role | null) => role !== null && !googleRoles.some((one) => one === role)

/** Button for signing in with Google, below the form. */
export function GoogleSignIn({ mode, next, signupRole }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const noteId = useId()
  useEffect(() => {
    // a page that is restored by "back" would still show its spinner
    const stopSpinner = () => setBusy(false)
    window.addEventListener('pageshow', stopSpinner)
    return () => window.removeEventListener('pageshow', stopSpinner)
  }, [])
  if (mode === 'none') return null

  async function start() {
    setBusy(true)
    try {
      await startGoogleSignIn(next, signupRole)
    } catch {
      setBusy(false)
      toast.error(t`Google sign-in failed. Please try again.`)
    }
  }

  const unavailable = needsPassword(signupRole)
  const note = unavailable
    ? t`Google sign-in is for students and educators. To become an admin, sign up with email and password.`
    : mode === 'local' &&
      t`Local sign-in: this demo has no Google client, so the button opens a stand-in on this server.`
  return (
    <div className="mt-6">
      <p className="mb-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
      <Button
        variant="secondary"
        size="lg"
        block
        busy={busy}
        disabled={!hydrated || unavailable}
        aria-describedby={note ? noteId : undefined}
        icon={<GoogleMark />}
        onClick={start}
      >
        <Trans>Continue with Google</Trans>
      </Button>
      <p id={noteId} aria-live="polite" className="mt-2.5 text-center text-sm text-muted empty:hidden">
        {note}
      </p>
    </div>
  )
}
