import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { SkipForward } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'

/** Time to cancel, in seconds. */
const countdown = 8

type Props = {
  title: string
  /** of the course */
  language?: string | undefined
  onPlay: () => void
  onAgain: () => void
  /** it starts when the countdown ends */
  automatic: boolean
  /** on a page of its own: a quiz or an assignment */
  isElsewhere: boolean
}

/** After a lecture: offers the next one, which starts automatically after a countdown. */
export function NextUp({ title, language, onPlay, onAgain, automatic, isElsewhere }: Props) {
  const { t } = useLingui()
  const [left, setLeft] = useState(automatic ? countdown : null)
  const play = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (left === null) return
    if (left === 0) return onPlay()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onPlay])

  // moves the focus only if it was in the player
  useEffect(() => {
    const player = play.current?.closest('section')
    if (!player || document.activeElement === document.body || player.contains(document.activeElement))
      play.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-night/95 p-4 @lg:pb-24 text-center text-on-night">
      <div className="grid w-full max-w-md justify-items-center gap-3">
        <p className="text-sm font-semibold text-accent">
          <Trans>Up next</Trans>
        </p>
        <p {...writtenIn(language)} className="line-clamp-2 text-lg leading-snug font-semibold wrap-anywhere">
          {title}
        </p>
        <p role="status" className="sr-only">
          {automatic
            ? t`The next lecture, ${{ title: isolate(title) }}, begins in ${plural(countdown, { one: '# second', other: '# seconds' })} unless you cancel.`
            : ''}
        </p>
        {left !== null && (
          <p aria-hidden="true" className="tabular text-sm text-on-night-muted">
            {t`Plays in ${left} s`}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            ref={play}
            variant="accent"
            onClick={onPlay}
            icon={<SkipForward aria-hidden="true" className="size-4.5" />}
          >
            {isElsewhere ? t`Go on` : t`Play next`}
          </Button>
          {/* one button with two labels, so that it keeps the focus */}
          <Button variant="night" onClick={left === null ? onAgain : () => setLeft(null)}>
            {left === null ? t`Watch again` : t`Cancel`}
          </Button>
        </div>
      </div>
    </div>
  )
}
