import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, PanelBottom, PanelRight } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { stage, useStage } from '#lib/stage.ts'
import { IconButton } from '#ui/button.tsx'
import type { Slot } from '#ui/slot.ts'

/** A phone that is held sideways; the same as `sideways` in the styles. */
const sideways = '(orientation: landscape) and (width >= 30rem) and (height < 30rem)'

type StageProps = {
  /** id of the lecture that plays; null where there is nothing to play */
  plays: string | null
  player: RefObject<HTMLDivElement | null>
  children: Slot
}

/**
 * The place of the player on its page. A phone that is held sideways shows nothing else; a button leads back to the page, which stays until the
 * phone is turned or another lecture is chosen.
 */
export function StageFrame({ plays, player, children }: StageProps) {
  const { t } = useLingui()
  const [left, setLeft] = useState<string | null>(null)
  useEffect(() => {
    const media = matchMedia(sideways)
    const turn = () => setLeft(null)
    media.addEventListener('change', turn)
    return () => media.removeEventListener('change', turn)
  }, [])
  const fills = plays !== null && plays !== left
  return (
    <div
      ref={player}
      data-part="stage"
      data-fills={fills || undefined}
      className="group/stage scroll-mt-[calc(var(--spacing-bar)+0.5rem)] overflow-hidden rounded-lg shadow-card max-sm:-mx-gutter max-sm:rounded-none"
    >
      {children}
      {fills && (
        <IconButton
          floating
          label={t`Back to the page`}
          onClick={() => setLeft(plays)}
          // with the controls, which hide while the video plays
          className="absolute! start-[max(0.5rem,env(safe-area-inset-left))] top-[max(0.5rem,env(safe-area-inset-top))] hidden! transition-opacity sideways:grid! group-has-data-idle/stage:not-focus-visible:pointer-events-none group-has-data-idle/stage:not-focus-visible:opacity-0"
        >
          <ArrowLeft className="rtl:-scale-x-100" />
        </IconButton>
      )}
    </div>
  )
}

/** Puts the list of lectures below the video, or beside it. For large screens: others have one column. */
export function ListPlace() {
  const { t } = useLingui()
  const { below } = useStage()
  return (
    <IconButton
      label={below ? t`Show the lectures beside the video` : t`Show the lectures below the video`}
      onClick={() => stage.change({ below: !below })}
      className="-my-2.5 -me-3 max-lg:hidden"
    >
      {below ? <PanelRight className="rtl:-scale-x-100" /> : <PanelBottom />}
    </IconButton>
  )
}
