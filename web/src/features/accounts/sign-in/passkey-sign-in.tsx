import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type PasskeyAnswer, type User } from '@virtual-courses/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { askPasskey, endOffer, offerPasskeys, PasskeyCanceled, usePasskeySupport } from '../security/passkey-client.ts'

/** Asks for what a browser needs; the challenge works once. */
const options = () => browserApi(calls.signIn.passkeyOptions)

type Props = {
  /** Page to open after the sign-in. */
  next: string
  /** Shows the account that was signed in to. */
  signIn: (user: User) => Promise<unknown>
}

/**
 * Button for signing in with a passkey, below the form. Browsers that can also offer passkeys among the suggestions of the field for the
 * address. Gone where the browser has no passkeys.
 */
export function PasskeySignIn({ next, signIn }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const supported = usePasskeySupport()
  const [busy, setBusy] = useState(false)

  async function finish(passkey: PasskeyAnswer) {
    setBusy(true)
    try {
      await signIn(await browserApi(calls.signIn.withPasskey, { body: { passkey } }))
      toast.success(t`Login Successfully`)
      // a navigation alone keeps the bar of a visitor
      await revalidate()
      await navigate(next)
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }
  const latest = useRef(finish)
  latest.current = finish

  useEffect(() => {
    if (!supported) return
    let left = false
    offerPasskeys(options)
      .then((passkey) => {
        if (passkey && !left) void latest.current(passkey)
      })
      // the button and the form are there all the same
      .catch(() => {})
    return () => {
      left = true
      endOffer().catch(() => {})
    }
  }, [supported])

  async function start() {
    setBusy(true)
    try {
      await finish(await askPasskey(await options()))
    } catch (error) {
      if (!(error instanceof PasskeyCanceled))
        toast.error(failureOf(error, t`This device could not use a passkey here. Please log in another way.`))
    }
    setBusy(false)
  }

  // nearly every browser has them: the place is kept, so that nothing moves under a finger
  if (supported === false) return null
  return (
    <Button
      variant="secondary"
      size="lg"
      block
      busy={busy}
      disabled={supported === null}
      className="mt-4 [@media(scripting:none)]:hidden"
      icon={<KeyRound aria-hidden="true" className="size-5" />}
      onClick={start}
    >
      <Trans>Log in with a passkey</Trans>
    </Button>
  )
}
