import { t } from '@lingui/core/macro'
import { toast } from './overlays/toast.ts'

/** Copies a text and says whether it worked; the texts of what went wrong are specified for the assistant. */
export async function copyText(text: string, copied: string): Promise<void> {
  // browsers have no clipboard on pages without HTTPS
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) {
    toast.error(t`Clipboard access is not available.`)
    return
  }
  try {
    await clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.error(t`Failed to copy!`)
  }
}
