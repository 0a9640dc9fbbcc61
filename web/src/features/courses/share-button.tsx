import { Trans, useLingui } from '@lingui/react/macro'
import { Share2 } from 'lucide-react'
import { useSettings } from '#lib/session/root-data.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { useEarlyPress } from '#ui/early-press.ts'

/** Shares the address of a course with the device's own menu, or copies it where there is none. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { t } = useLingui()
  const { publicUrl } = useSettings()

  async function share() {
    const url = publicUrl + path
    // browsers offer it only over HTTPS
    if (!navigator.share) return copyText(url, t`Link copied`)
    try {
      await navigator.share({ title, url })
    } catch (error) {
      // they closed the menu
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(url, t`Link copied`)
    }
  }

  const early = useEarlyPress('share', () => void share())

  return (
    <Button
      {...early}
      variant="ghost"
      size="sm"
      icon={<Share2 aria-hidden="true" className="size-4" />}
      onClick={() => void share()}
    >
      <Trans>Share</Trans>
    </Button>
  )
}
