import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

/** Acts on a row at once, says what came of it, and reads the page again. */
export function useAct() {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    async act(call: () => Promise<{ message: string }>): Promise<void> {
      setBusy(true)
      try {
        const { message } = await call()
        toast.success(message)
        await revalidate()
      } catch (error) {
        toast.error(failureOf(error, t`Something went wrong`))
      } finally {
        setBusy(false)
      }
    },
  }
}
