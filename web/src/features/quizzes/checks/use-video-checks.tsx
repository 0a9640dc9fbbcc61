import { useLingui } from '@lingui/react/macro'
import type { CheckPlace } from '@virtual-courses/contract'
import { type ComponentType, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { CheckPanelProps } from './check-panel.tsx'

/** How long the video waits for the code of its questions, in milliseconds. */
const mostMs = 10_000

/** The panel of a question, fetched when a video first stops at one. Where that fails the video goes on, and asks another time. */
function LazyPanel(props: CheckPanelProps) {
  const { t } = useLingui()
  const [Panel, setPanel] = useState<ComponentType<CheckPanelProps>>()
  const giveUp = useEffectEvent(() => {
    toast.error(t`The question could not be loaded. The video goes on without it.`)
    props.actions.pass()
  })
  useEffect(() => {
    // a line that is slow to death would keep the video waiting
    const timer = setTimeout(() => giveUp(), mostMs)
    const end = () => clearTimeout(timer)
    import('./check-panel.tsx').then(
      ({ CheckPanel }) => {
        end()
        setPanel(() => CheckPanel)
      },
      () => {
        end()
        giveUp()
      },
    )
    return end
  }, [])
  return Panel ? (
    <Panel {...props} />
  ) : (
    <Spinner className="absolute inset-0 justify-center bg-night/75" label={t`Loading`} />
  )
}

/** The questions in the video of a lecture, for its player; null where there are none. */
export function useVideoChecks(places: readonly CheckPlace[] | undefined, lectureId: string | null) {
  const { t } = useLingui()
  return useMemo(() => {
    const own = places?.filter((place) => place.lectureId === lectureId) ?? []
    if (own.length === 0) return null
    return {
      waiting: own
        .filter(({ done }) => !done)
        .map(({ questionId, second, maySkip }) => ({ id: `${lectureId} ${questionId}`, second, maySkip, questionId })),
      marks: own.map(({ second }) => ({ second, label: t`Question` })),
      ask: (stop: { id: string }, actions: CheckPanelProps['actions']) => {
        const place = own.find(({ questionId }) => stop.id === `${lectureId} ${questionId}`)
        return place && <LazyPanel key={stop.id} place={place} actions={actions} />
      },
    }
  }, [places, lectureId, t])
}
