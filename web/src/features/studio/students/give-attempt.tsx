import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Entry, StudentCompletion } from './correct-entry.tsx'

type Props = {
  entry: Entry
  used: NonNullable<Entry['used']>
  params: { courseId: string; studentId: string }
  onGiven: (completion: StudentCompletion) => void
}

/** Gives a student who has used all attempts at a quiz another one. */
export function GiveAttempt({ entry, used: { minutes, attempts }, params, onGiven }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const quiz = isolate(entry.title)

  async function give() {
    setBusy(true)
    try {
      const body = { studentId: params.studentId, minutes, attempts: attempts + 1 }
      await browserApi(calls.quizzes.setExtra, { params: { lectureId: entry.lectureId }, body })
      onGiven(await browserApi(calls.completion.student, { params }))
      toast.success(t`Another attempt was given`)
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      aria-label={t`Give another attempt: ${quiz}`}
      onClick={() => void give()}
    >
      <Trans>Give another attempt</Trans>
    </Button>
  )
}
