import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.tsx'

type CodesProps = {
  codes: readonly string[] | null
  /** selector of what gets the focus afterwards, where what had it is gone */
  returnTo: string
  onClose: () => void
}

/** Shows new recovery codes, which no one can show again, to be kept on paper or in a file. */
export function RecoveryCodesDialog({ codes, returnTo, onClose }: CodesProps) {
  const { t } = useLingui()
  const { siteName } = useSettings()
  const text = (codes ?? []).join('\n')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${siteName}\n\n${text}\n`)}`
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={(open) => !open && onClose()}
      returnTo={returnTo}
      title={t`Your recovery codes`}
      text={t`Each signs you in once, when you have neither passkey nor app at hand. Keep them on paper or with your passwords: they are shown only now.`}
      actions={
        <Button onClick={onClose}>
          <Trans>I have kept them</Trans>
        </Button>
      }
    >
      <ul
        aria-label={t`Recovery codes`}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-tint p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-4.5" />}
          onClick={() => copyText(text, t`Copied to clipboard!`)}
        >
          <Trans context="recovery codes">Copy</Trans>
        </Button>
        <a href={file} download="recovery-codes.txt" className={buttonClass({ variant: 'secondary' })}>
          <Download aria-hidden="true" className="size-4.5" />
          <Trans context="recovery codes">Download</Trans>
        </a>
      </div>
    </Dialog>
  )
}

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmation()
  const [busy, setBusy] = useState(false)

  async function renew() {
    setBusy(true)
    try {
      const made = await confirmed(() => browserApi(calls.factors.renewCodes))
      if (made !== notConfirmed) {
        onCodes(made.recoveryCodes)
        await revalidate()
      }
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-4">
      {left <= 3 && (
        <Notice tone="warning">
          {left === 0
            ? t`You have no recovery code left. Without one, only an administrator of this site can let you in when you lose your devices.`
            : t`Few recovery codes are left. Make new ones in time.`}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-56">
          {t`${plural({ count: left }, { one: '# recovery code is left', other: '# recovery codes are left' })}`}
        </p>
        <Button variant="secondary" busy={busy} onClick={renew}>
          <Trans>Make new codes</Trans>
        </Button>
      </div>
      {dialog}
    </div>
  )
}
