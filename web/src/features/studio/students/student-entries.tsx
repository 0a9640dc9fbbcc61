import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { Award, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { CorrectEntry, type Entry, type StudentCompletion } from './correct-entry.tsx'

type Props = { courseId: string; first: StudentCompletion }

/** The entries of a course as a student did them, each of which can be corrected, and the corrections so far. */
export function StudentEntries({ courseId, first }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(first)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const { completion, entries, corrections, student } = shown
  return (
    <>
      <p className="font-medium">{completion.sentence}</p>
      {completion.certificate !== null && (
        <Link
          to={paths.certificate(completion.certificate)}
          className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-link underline underline-offset-4"
        >
          <Award aria-hidden="true" className="size-4.5 shrink-0" />
          <Trans>Certificate</Trans>
        </Link>
      )}
      {entries.length === 0 ? (
        <p className="mt-4 text-muted">
          <Trans>No lectures yet</Trans>
        </p>
      ) : (
        <Card flush className="mt-4">
          <ul aria-label={t`Lectures`}>
            {entries.map((entry) => (
              <Row key={entry.lectureId} entry={entry} onCorrect={() => setChosen(entry)} />
            ))}
          </ul>
        </Card>
      )}
      {corrections.length > 0 && (
        <section className="mt-8">
          <h2 className="text-2xl">{t`Corrections`}</h2>
          <Card flush className="mt-4">
            <ul>
              {corrections.map(({ _id, title, done, reason, at }) => (
                <li key={_id} className="border-line px-5 py-4 not-first:border-t">
                  <p className="font-semibold wrap-anywhere">
                    <bdi>{title}</bdi>
                  </p>
                  <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                    <span>{done ? t`Marked as completed` : t`Marked as not completed`}</span>
                    <ReaderTime iso={at} />
                  </p>
                  <p className="mt-1 text-sm wrap-anywhere">
                    <Trans>
                      Reason: <bdi>{reason}</bdi>
                    </Trans>
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {chosen && (
        <CorrectEntry
          entry={chosen}
          name={isolate(student.name)}
          params={{ courseId, studentId: student._id }}
          onClose={() => setChosen(null)}
          onCorrected={setShown}
        />
      )}
    </>
  )
}

function Row({ entry: { title, counts, doneAt }, onCorrect }: { entry: Entry; onCorrect: () => void }) {
  const { t } = useLingui()
  const lecture = isolate(title)
  return (
    <li className="flex flex-wrap items-center gap-3 border-line px-5 py-3 not-first:border-t">
      {doneAt === null ? (
        <CircleDashed aria-hidden="true" className="size-5 shrink-0 text-muted" />
      ) : (
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p {...writtenIn()} className="font-semibold wrap-anywhere">
          {title}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {doneAt === null ? (
            <span>{t`Not completed`}</span>
          ) : (
            <span>
              <Trans>
                Completed: <ReaderTime iso={doneAt} />
              </Trans>
            </span>
          )}
          {!counts && <span>{t`Does not count towards completing the course`}</span>}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={t`Correct: ${lecture}`} onClick={onCorrect}>
        <Trans context="button">Correct</Trans>
      </Button>
    </li>
  )
}
