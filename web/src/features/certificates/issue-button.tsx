import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = {
  /** issues a certificate, whose page is opened then */
  act: () => Promise<{ certificate: { serial: string } }>
  variant?: ButtonVariant
  children: ReactNode
}

/** A button that issues a certificate. */
export function IssueButton({ act, variant = 'secondary', children }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    try {
      const { certificate } = await act()
      await navigate(paths.certificate(certificate.serial))
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant={variant} busy={busy} onClick={() => void press()}>
      {children}
    </Button>
  )
}
