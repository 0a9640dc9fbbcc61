import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AskedQuestion, api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { courseId: string; asked: ReplyOf<typeof calls.tutor.asked> }

/** What was asked about a course and not found in it: numbers of each lecture, then the questions. */
export function AskedList({ courseId, asked }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid gap-6">
      <Card as="section" flush aria-labelledby="by-lecture">
        <h2 id="by-lecture" className="px-5 py-4 font-sans text-lg">
          <Trans>By lecture</Trans>
        </h2>
        <ul className="divide-y divide-line border-t border-line">
          {asked.lectures.map(({ lecture, questions, askings }) => (
            <li
              key={lecture?._id ?? ''}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3"
            >
              {lecture ? (
                <Link
                  {...writtenIn()}
                  to={paths.editLecture(courseId, lecture._id)}
                  className="min-w-0 text-link underline underline-offset-4 wrap-anywhere"
                >
                  {lecture.title}
                </Link>
              ) : (
                <span>
                  <Trans>Without a lecture open</Trans>
                </span>
              )}
              <span className="flex gap-3 text-sm text-muted">
                <span className="tabular">{t`${plural(questions, { one: '# question', other: '# questions' })}`}</span>
                <span className="tabular">
                  {t`${plural({ count: askings }, { one: 'asked once', other: 'asked # times' })}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Card as="section" flush aria-labelledby="questions">
        <h2 id="questions" className="px-5 py-4 font-sans text-lg">
          <Trans>Questions</Trans>
        </h2>
        <ul className="divide-y divide-line border-t border-line">
          {asked.questions.map((question) => (
            <Row key={question._id} courseId={courseId} asked={question} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Row({ courseId, asked }: { courseId: string; asked: AskedQuestion }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const { _id, question, lecture, askings, lastAskedAt } = asked
  async function settle() {
    if (busy) return
    setBusy(true)
    try {
      const { message } = await browserApi(calls.tutor.settle, { params: { courseId, askedId: _id } })
      toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere first-letter:uppercase">
          {question}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <span className="tabular">{t`${plural({ count: askings }, { one: 'asked once', other: 'asked # times' })}`}</span>
          <span>
            <Trans>
              last on <ReaderTime iso={lastAskedAt} className="tabular" />
            </Trans>
          </span>
          {lecture && (
            <span className="wrap-anywhere">
              <bdi>{lecture.title}</bdi>
            </span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        icon={<Check aria-hidden="true" className="size-4" />}
        onClick={() => void settle()}
      >
        <span>{t`Done`}</span>
        <span className="sr-only">{` “${isolate(question)}”`}</span>
      </Button>
    </li>
  )
}
