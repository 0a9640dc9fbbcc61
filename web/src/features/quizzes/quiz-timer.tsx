import { useLingui } from '@lingui/react/macro'
import { Timer } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatClock } from '#lib/text/format.ts'
import { cx } from '#ui/cx.ts'

/** Seconds left at which screen readers are told of it, once each. */
const announcedAt = [600, 300, 60, 10]

type Props = {
  /** by the server's clock, at the time of the last reply */
  secondsLeft: number
  onEnd: () => void
}

/** The time that is left, counted from the server's replies: the browser's clock does not matter. */
export function QuizTimer({ secondsLeft, onEnd }: Props) {
  const { t } = useLingui()
  const [left, setLeft] = useState(Math.ceil(secondsLeft))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const due = performance.now() + secondsLeft * 1000
    const tick = () => {
      const rest = (due - performance.now()) / 1000
      setLeft(Math.max(0, Math.ceil(rest)))
      // an answer at the last moment still counts: the server is asked after it
      if (rest > -0.5) return
      clearInterval(timer)
      end()
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [secondsLeft])
  const passed = announcedAt.filter((at) => left <= at && secondsLeft > at).at(-1)
  return (
    <>
      <span
        role="timer"
        aria-label={t`Time left: ${formatClock(left)}`}
        className={cx('tabular inline-flex items-center gap-1.5 font-semibold', left <= 60 && 'text-danger')}
      >
        <Timer aria-hidden="true" className="size-5" />
        <span aria-hidden="true">{formatClock(left)}</span>
      </span>
      <span aria-live="polite" className="sr-only">
        {passed !== undefined && t`${formatClock(passed)} left`}
      </span>
    </>
  )
}
