import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf, type SiteSettings } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Answer = ReplyOf<typeof calls.admin.testAi>

/** Tests the provider and model of the form with a short request, before they are saved. */
export function TryModel({ provider, model }: { provider: SiteSettings['aiProvider']; model: string }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)

  async function ask() {
    setBusy(true)
    setAnswer(null)
    try {
      setAnswer(await browserApi(calls.admin.testAi, { body: { aiProvider: provider, aiModel: model } }))
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={busy} busyLabel={t`Asking...`} onClick={ask} className="justify-self-start">
        <Trans>Test connection</Trans>
      </Button>
      <div aria-live="polite">
        {answer && (
          <Notice tone={answer.ok ? 'success' : 'danger'}>
            <span className="wrap-anywhere">{answer.message}</span>
            {answer.ms > 0 && <span className="tabular">{t` (${{ milliseconds: formatCount(answer.ms) }} ms)`}</span>}
          </Notice>
        )}
      </div>
    </div>
  )
}
