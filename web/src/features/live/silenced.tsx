import { Trans } from '@lingui/react/macro'
import { Volume2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** What plays the sound in `box`, and a button for it where the browser waits for a press of the user. */
export function useSilenced(element: 'audio' | 'video') {
  const box = useRef<HTMLDivElement>(null)
  const [silenced, setSilenced] = useState(false)
  const onSilenced = useCallback(() => setSilenced(true), [])

  function playAll() {
    setSilenced(false)
    for (const player of box.current?.querySelectorAll(element) ?? []) player.play().catch(onSilenced)
  }
  const button = silenced && (
    <Button
      variant="accent"
      icon={<Volume2 aria-hidden="true" className="size-5" />}
      onClick={playAll}
      className="mx-auto mb-3 shrink-0"
    >
      <Trans>Turn the sound on</Trans>
    </Button>
  )
  return { box, onSilenced, button }
}
