import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  type CoveringLecture,
  api as calls,
  isolate,
  type LecturePassage,
  maxPassageQuestion,
} from '@virtual-courses/contract'
import { Lock, Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatClock } from '#lib/text/format.ts'
import { type Failure, failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import type { JumpTo } from './tutor-answer.tsx'

/** A place that was found, as the seek bar marks it. */
export type FoundPlace = { lectureId: string; second: number; label: string }

export type SearchPanelProps = {
  courseId: string
  onJump: JumpTo
  /** Marks what was found on the seek bar. */
  onFound: (places: readonly FoundPlace[]) => void
}

type Found = { text: string; passages: LecturePassage[]; covered: CoveringLecture[]; readAs: string | null }

/** The words of a passage around where the answer begins are not known: its beginning is shown. */
const labelLength = 80

/** Searches what the lectures of one course say; the places that are found are also marks on the seek bar. */
export function LectureSearch({ courseId, onJump, onFound }: SearchPanelProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const newest = useRef(0)

  async function search(event: FormEvent) {
    event.preventDefault()
    const input = text.trim()
    if (input === '') return
    const mine = ++newest.current
    setBusy(true)
    setError(null)
    try {
      const reply = await browserApi(calls.passages.search, { body: { input, courseId } })
      if (mine !== newest.current) return
      setFound({ ...reply, text: input })
      onFound(
        reply.passages.flatMap(({ lectureId, at, start, text: words }) => {
          const second = at ?? start
          return second === null ? [] : [{ lectureId, second, label: isolate(words.slice(0, labelLength)) }]
        }),
      )
    } catch (problem) {
      if (mine === newest.current) setError(failureOf(problem, t`The search did not work. Please try again.`))
    } finally {
      if (mine === newest.current) setBusy(false)
    }
  }
  const count = found?.passages.length ?? 0

  return (
    <div className="grid">
      <search>
        <form onSubmit={search} className="flex gap-2 p-3">
          <Input
            type="search"
            value={text}
            maxLength={maxPassageQuestion}
            aria-label={t`Search in this course`}
            placeholder={t`Words or a question`}
            enterKeyHint="search"
            onChange={({ target }) => {
              setText(target.value)
              if (target.value !== '') return
              setFound(null)
              onFound([])
            }}
          />
          <Button type="submit" size="sm" busy={busy} aria-label={t`Search`} className="size-11 shrink-0 px-0">
            <Search aria-hidden="true" className="size-5" />
          </Button>
        </form>
      </search>
      <div className="max-h-[26rem] overflow-y-auto">
        <ErrorNotice said={error} className="mx-3 mb-3" />
        <p role="status" className={found && count === 0 && !busy ? 'px-4 pb-4 text-muted' : 'sr-only'}>
          {found &&
            !busy &&
            (count > 0
              ? t`${plural(count, { one: '# place found', other: '# places found' })}`
              : t`The lectures that you may watch do not say it.`)}
        </p>
        {found && count > 0 && (
          <ol aria-label={t`Places that were found`} className="grid border-t border-line">
            {found.passages.map((passage) => (
              <PassageRow key={passage._id} passage={passage} onJump={onJump} />
            ))}
          </ol>
        )}
        {found && found.covered.length > 0 && (
          <ul
            aria-label={t`Lectures that you may not watch yet`}
            className="grid gap-1 border-t border-line px-4 py-3 text-sm text-muted"
          >
            {found.covered.map(({ lectureId, lectureNumber, lectureTitle }) => (
              <li key={lectureId} className="flex items-center gap-2">
                <Lock aria-hidden="true" className="size-4 shrink-0" />
                <span className="min-w-0">
                  {t`Covered in lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function PassageRow({ passage, onJump }: { passage: LecturePassage; onJump: JumpTo }) {
  const { t } = useLingui()
  const { lectureId, lectureNumber, lectureTitle, language, start, at, text } = passage
  const second = at ?? start
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={() => onJump({ lectureId, second })}
        className="grid w-full gap-1 px-4 py-3 text-start hover:bg-tint focus-visible:-outline-offset-2"
      >
        <span className="flex items-baseline gap-2 text-sm font-semibold">
          {second !== null && <span className="tabular text-link">{formatClock(second)}</span>}
          <span className="min-w-0 flex-1 truncate">
            {t`Lecture ${{ number: lectureNumber }}: ${{ title: isolate(lectureTitle) }}`}
          </span>
        </span>
        <span {...writtenIn(language)} className="line-clamp-3 text-sm text-muted wrap-anywhere">
          {text}
        </span>
      </button>
    </li>
  )
}
