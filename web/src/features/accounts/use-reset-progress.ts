import { useEffect, useState } from 'react'
import { type ResetProgress, startOver } from './reset-progress.ts'
import { storedProgress } from './stored-progress.ts'
import type { ResetAnswer } from './take-reset-step.ts'

/** The step to show: where the last answer led, or where this tab was before it was loaded again. */
export function useResetProgress(answer: ResetAnswer | undefined): ResetProgress {
  const [restored, setRestored] = useState<ResetProgress | null>(null)
  useEffect(() => {
    if (answer?.progress) storedProgress.write(answer.progress)
    else setRestored(storedProgress.read())
  }, [answer])
  return answer?.progress ?? restored ?? startOver()
}
