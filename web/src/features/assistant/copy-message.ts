import { toast } from '#ui/toast.ts'

/** Copies a message and says whether that worked, in the words of the specification. */
export async function copyMessage(text: string): Promise<void> {
  // browsers offer no clipboard to pages that were not fetched safely
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) {
    toast.error('Clipboard access is not available.')
    return
  }
  try {
    await clipboard.writeText(text)
    toast.success('Copied to clipboard!')
  } catch {
    toast.error('Failed to copy!')
  }
}
