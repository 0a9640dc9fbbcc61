import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useOpenNotes } from './use-course-notes.ts'

/** The notes of a course on a page of their own, also of one that is not open any more. */
export function CourseNotes({ userId, courseId }: { userId: string; courseId: string }) {
  const { t } = useLingui()
  const { opened, open } = useOpenNotes(userId, courseId, false)
  useEffect(
    () =>
      void open()
        .then((keeper) => keeper.refresh())
        .catch(() => {}),
    [open],
  )
  return (
    <Card as="section" flush aria-label={t`Your notes`}>
      {opened ? (
        <opened.NotesList keeper={opened.keeper} courseId={courseId} heading="h2" />
      ) : (
        <Spinner className="min-h-40 w-full justify-center" label={t`Loading your notes`} />
      )}
    </Card>
  )
}
