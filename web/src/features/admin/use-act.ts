import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messageOfError } from '#lib/message-of.ts'
import { toast } from '#ui/toast.ts'

/** Does what an admin decided, says so, and reads the page again. `act` answers whether it was done. */
export function useAct() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  async function act(call: () => Promise<{ message: string }>): Promise<boolean> {
    setBusy(true)
    try {
      const { message } = await call()
      toast.success(message)
      await revalidate()
      return true
    } catch (error) {
      toast.error(messageOfError(error, 'Something went wrong'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, busy }
}
