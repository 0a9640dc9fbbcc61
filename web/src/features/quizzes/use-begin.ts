import { useLingui } from '@lingui/react/macro'
import { api as calls, type QuizPage } from '@virtual-courses/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'

/** Begins an attempt, or goes on with the one that is open, and shows it. */
export function useBegin({ courseId, lectureId }: Pick<QuizPage, 'courseId' | 'lectureId'>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    try {
      const { attempt } = await browserApi(calls.quizAttempts.begin, { params: { lectureId } })
      await navigate(paths.quiz(courseId, lectureId, attempt._id))
    } catch (error) {
      toast.error(failureOf(error, t`The attempt could not begin. Please try again.`))
    } finally {
      setBusy(false)
    }
  }

  return { busy, begin: () => void begin() }
}
