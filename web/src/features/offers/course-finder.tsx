import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/input.tsx'
import { type Said, SaidText } from '#ui/said.tsx'

/** A course that an offer can be for. */
export type OfferedCourse = { _id: string; title: string; price?: number | null; isPublished?: boolean }

/** Finds a page of courses by a part of their title. */
export type FindCourses = (query: {
  text?: string
  cursor?: string
}) => Promise<{ courses: readonly OfferedCourse[]; next: string | null }>

const pauseMs = 250

type Props = { find: FindCourses; row: (course: OfferedCourse) => ReactNode }

/** Finds courses while the reader types, a page at a time. It stands in forms, so that it is none itself. */
export function CourseFinder({ find, row }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly OfferedCourse[] | null>(null)
  const [next, setNext] = useState<string | null>(null)
  const [problem, setProblem] = useState<Said>('')
  const [busy, setBusy] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches once for each text
  useEffect(() => {
    let gone = false
    const timer = setTimeout(
      async () => {
        try {
          const page = await find(text.trim() === '' ? {} : { text: text.trim() })
          if (gone) return
          setFound(page.courses)
          setNext(page.next)
          setProblem('')
        } catch (error) {
          if (!gone) setProblem(failureOf(error, t`The courses could not be loaded`))
        }
      },
      text === '' ? 0 : pauseMs,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [text])

  async function more() {
    if (next === null || busy) return
    setBusy(true)
    setProblem('')
    try {
      const page = await find({ ...(text.trim() !== '' && { text: text.trim() }), cursor: next })
      setFound((before) => [...(before ?? []), ...page.courses])
      setNext(page.next)
    } catch (error) {
      setProblem(failureOf(error, t`The courses could not be loaded`))
    }
    setBusy(false)
  }

  const said = problem || (found?.length === 0 ? t`No course found` : '')
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        <Trans>Find courses</Trans>
      </label>
      <Input
        id={id}
        type="search"
        value={text}
        maxLength={100}
        placeholder={t`Find courses`}
        leading={<Search aria-hidden="true" />}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="h-56 overflow-y-auto rounded-md border border-line p-3">
        <ul className="grid gap-1">
          {found?.map((course) => (
            <li key={course._id}>{row(course)}</li>
          ))}
        </ul>
        <p role="status" className="text-sm text-muted empty:hidden">
          {said === '' ? null : <SaidText said={said} />}
        </p>
        {next !== null && (
          <Button variant="link" size="sm" busy={busy} onClick={more}>
            <Trans>More courses</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
