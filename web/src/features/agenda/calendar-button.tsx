import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { CalendarPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Input } from '#ui/form/input.tsx'
import { AlertDialog, Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** What asks before it changes an address that programs already use. */
type Asked = 'renew' | 'end' | null

/** Gives the user the secret address of their calendar, makes another one, and ends it. */
export function CalendarButton() {
  const { t } = useLingui()
  const field = useId()
  const [open, setOpen] = useState(false)
  /** undefined until it is read */
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  const [asked, setAsked] = useState<Asked>(null)
  const busy = useRef(false)

  async function run(call: () => Promise<{ url: string | null }>, done?: string) {
    if (busy.current) return
    busy.current = true
    try {
      setUrl((await call()).url)
      if (done) toast.success(done)
    } catch (error) {
      toast.error(failureOf(error, t`That did not work. Please try again.`))
    }
    busy.current = false
  }

  function show() {
    setOpen(true)
    // the first opening makes the address
    void run(async () => {
      const known = await browserApi(calls.agenda.address, {})
      return known.url === null ? browserApi(calls.agenda.renewAddress, {}) : known
    })
  }

  function confirm() {
    const ends = asked === 'end'
    setAsked(null)
    if (ends) setOpen(false)
    void (ends
      ? run(() => browserApi(calls.agenda.endAddress, {}), t`The address does not work any more`)
      : run(() => browserApi(calls.agenda.renewAddress, {}), t`There is another address now`))
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<CalendarPlus aria-hidden="true" className="size-4" />}
        onClick={show}
      >
        <Trans>Add to my calendar</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Your calendar`}
        text={t`Give this address to the calendar on your phone or computer: it shows your dates and keeps them right. Anyone who has the address can read them.`}
        actions={
          <Button variant="secondary" onClick={() => setOpen(false)}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <div className="grid gap-4" aria-busy={url === undefined}>
          <div>
            <label htmlFor={field} className="text-sm font-medium">
              <Trans>Secret address</Trans>
            </label>
            <Input id={field} readOnly dir="ltr" value={url ?? ''} onFocus={(event) => event.target.select()} />
          </div>
          {url && (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => void copyText(url, t`Address copied`)}>
                <Trans>Copy address</Trans>
              </Button>
              <a
                href={url.replace(/^https?:/, 'webcal:')}
                className={buttonClass({ variant: 'secondary', size: 'sm' })}
              >
                <Trans>Open in a calendar</Trans>
              </a>
              <Button size="sm" variant="ghost" onClick={() => setAsked('renew')}>
                <Trans>Make another address</Trans>
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setAsked('end')}>
                <Trans>End it</Trans>
              </Button>
            </div>
          )}
        </div>
      </Dialog>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(next) => !next && setAsked(null)}
        title={asked === 'end' ? t`End the address?` : t`Make another address?`}
        text={t`Calendars that use the present address get nothing more from it.`}
        confirmLabel={asked === 'end' ? t`End it` : t`Make another address`}
        onConfirm={confirm}
      />
    </>
  )
}
