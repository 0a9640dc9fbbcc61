import { useLingui } from '@lingui/react/macro'
import { ApiError, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { Slot } from '#ui/slot.ts'
import { ConfirmForm } from './confirm-form.tsx'

export type ConfirmOptions = ReplyOf<typeof calls.factors.confirmOptions>

/** Until when this session counts as confirmed, in milliseconds, as far as this page knows. */
let confirmedUntil = 0

const isConfirmed = (): boolean => confirmedUntil > Date.now() + 5000

/** The session was confirmed in another tab, or ended: the server knows better. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'confirmation_needed' || error.fields.some(({ path }) => path === 'current' || path === 'ownerCode'))

/** What was asked for was not confirmed: nothing was done. */
export const notConfirmed = Symbol('not confirmed')

/**
 * Asks the owner of the account to confirm that they are there, once for ten minutes, before something sensitive. `confirmed` does it after
 * that, and returns `notConfirmed` when they would rather not. `dialog` must be rendered.
 */
export function useConfirmation(): {
  confirmed: <T>(work: () => Promise<T>) => Promise<T | typeof notConfirmed>
  dialog: Slot
} {
  const { t } = useLingui()
  const [asked, setAsked] = useState<ConfirmOptions | null>(null)
  const end = useRef<(confirmed: boolean) => void>(() => {})

  /** Resolves when the dialog is closed. */
  async function ask(): Promise<boolean> {
    const options = await browserApi(calls.factors.confirmOptions)
    if (options.confirmedUntil !== null) {
      confirmedUntil = Date.parse(options.confirmedUntil)
      return true
    }
    setAsked(options)
    const done = await new Promise<boolean>((resolve) => {
      end.current = resolve
    })
    setAsked(null)
    return done
  }

  async function confirmed<T>(work: () => Promise<T>): Promise<T | typeof notConfirmed> {
    if (!isConfirmed() && !(await ask())) return notConfirmed
    try {
      return await work()
    } catch (error) {
      if (!isUnconfirmed(error)) throw error
      confirmedUntil = 0
      return (await ask()) ? work() : notConfirmed
    }
  }

  const dialog = (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => !open && end.current(false)}
      title={t`Confirm that it is you`}
      text={t`Then we do not ask again for ten minutes.`}
    >
      {asked && (
        <ConfirmForm
          options={asked}
          onConfirmed={(until) => {
            confirmedUntil = Date.parse(until)
            end.current(true)
          }}
        />
      )}
    </Dialog>
  )
  return { confirmed, dialog }
}
