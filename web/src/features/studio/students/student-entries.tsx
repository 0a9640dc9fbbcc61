import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { Award, CircleCheck, CircleDashed, Lock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { decimal } from '#lib/text/decimal.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { Slot } from '#ui/slot.ts'
import { CorrectEntry, type Entry, type StudentCompletion } from './correct-entry.tsx'
import { GiveAttempt } from './give-attempt.tsx'
import { OpenEarly } from './open-early.tsx'

type Props = { courseId: string; first: StudentCompletion }

/** The entries of a course as a student did them, each of which can be corrected or opened, and what was corrected and opened so far. */
export function StudentEntries({ courseId, first }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(first)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const [opening, setOpening] = useState<Entry | null>(null)
  const { completion, entries, corrections, openings, student } = shown
  const params = { courseId, studentId: student._id }
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
              <Row
                key={entry.lectureId}
                entry={entry}
                onCorrect={() => setChosen(entry)}
                onOpen={() => setOpening(entry)}
              >
                {entry.used && <GiveAttempt entry={entry} used={entry.used} params={params} onGiven={setShown} />}
              </Row>
            ))}
          </ul>
        </Card>
      )}
      {corrections.length > 0 && (
        <section className="mt-8">
          <h2 className="text-2xl">{t`Corrections`}</h2>
          <Card flush className="mt-4">
            <ul>
              {corrections.map(({ _id, title, done, marks, reason, at }) => (
                <li key={_id} className="border-line px-5 py-4 not-first:border-t">
                  <p className="font-semibold wrap-anywhere">
                    <bdi>{title}</bdi>
                  </p>
                  <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                    {marks && (
                      <span>
                        {marks.to === null
                          ? t`Set marks were taken back`
                          : t`Marks set: ${decimal(marks.to)} of ${decimal(marks.maxMarks)}`}
                      </span>
                    )}
                    {done !== null && <span>{done ? t`Marked as completed` : t`Marked as not completed`}</span>}
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
      {openings.length > 0 && (
        <section className="mt-8">
          <h2 className="text-2xl">{t`Opened early`}</h2>
          <Card flush className="mt-4">
            <ul>
              {openings.map(({ lectureId, title, at }) => (
                <li key={lectureId} className="border-line px-5 py-3 not-first:border-t">
                  <p className="font-semibold wrap-anywhere">
                    <bdi>{title}</bdi>
                  </p>
                  <p className="text-sm text-muted">
                    <ReaderTime iso={at} />
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      {opening && (
        <OpenEarly
          entry={opening}
          name={isolate(student.name)}
          params={params}
          onClose={() => setOpening(null)}
          onOpened={setShown}
        />
      )}
      {chosen && (
        <CorrectEntry
          entry={chosen}
          name={isolate(student.name)}
          params={params}
          onClose={() => setChosen(null)}
          onCorrected={setShown}
        />
      )}
    </>
  )
}

type RowProps = { entry: Entry; children: Slot; onCorrect: () => void; onOpen: () => void }

function Row({ entry: { title, counts, doneAt, opening, used }, children, onCorrect, onOpen }: RowProps) {
  const { t } = useLingui()
  const lecture = isolate(title)
  const sentence = opening?.sentence
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
          {used && <span>{t`No attempts left`}</span>}
        </p>
        {opening && (
          <p className="mt-0.5 flex items-start gap-1.5 text-sm text-muted">
            <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <Trans>
                Closed. The student reads: <q>{sentence}</q>
              </Trans>
            </span>
          </p>
        )}
      </div>
      <div className="ms-auto flex flex-wrap justify-end gap-2">
        {children}
        {opening && (
          <Button variant="secondary" size="sm" aria-label={t`Open early: ${lecture}`} onClick={onOpen}>
            <Trans>Open early</Trans>
          </Button>
        )}
        <Button variant="secondary" size="sm" aria-label={t`Correct: ${lecture}`} onClick={onCorrect}>
          <Trans context="button">Correct</Trans>
        </Button>
      </div>
    </li>
  )
}
