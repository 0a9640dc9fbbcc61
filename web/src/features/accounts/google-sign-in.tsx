import { googleRoles, type Role } from '@virtual-courses/contract'
import { useEffect, useId, useState } from 'react'
import type { PublicSettings } from '#lib/settings.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { GoogleMark } from './google-mark.tsx'
import { startGoogleSignIn } from './start-google-sign-in.ts'

type Props = {
  mode: PublicSettings['google']
  /** where to go afterwards */
  next: string
  /** the role chosen at sign-up; null where none is chosen */
  signupRole: Role | null
}

const unfit = (role: Role | null) => role !== null && !googleRoles.some((one) => one === role)

/** The other way in, below the form. */
export function GoogleSignIn({ mode, next, signupRole }: Props) {
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const noteId = useId()
  useEffect(() => {
    // a page that comes back from the browser's memory still turns its spinner
    const wake = () => setBusy(false)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  if (mode === 'none') return null

  async function start() {
    setBusy(true)
    try {
      await startGoogleSignIn(next, signupRole)
    } catch {
      setBusy(false)
      toast.error('Google sign-in failed. Please try again.')
    }
  }

  const refused = unfit(signupRole)
  const note = refused
    ? 'Google sign-in is for students and educators. To become an admin, sign up with email and password.'
    : mode === 'local' &&
      'Local sign-in: this demo has no Google client, so the button opens a stand-in on this server.'
  return (
    <div className="mt-6">
      <p className="mb-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button
        variant="secondary"
        size="lg"
        block
        busy={busy}
        disabled={!hydrated || refused}
        aria-describedby={note ? noteId : undefined}
        icon={<GoogleMark />}
        onClick={start}
      >
        Continue with Google
      </Button>
      <p id={noteId} aria-live="polite" className="mt-2.5 text-center text-sm text-muted empty:hidden">
        {note}
      </p>
    </div>
  )
}
