import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api as calls, isolate, leastTyped, type ReplyOf } from '@virtual-courses/contract'
import { BookOpen, Sparkles, UserRound } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { searchAddress } from '#features/search/search-query.ts'
import { browserApi } from '#lib/api.ts'
import { useCatalogueLinks, useIsPublic } from '#lib/catalogue-links.ts'
import { createTypedLookup, type TypedLookup } from '#lib/connection/typed-lookup.ts'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useActiveOption } from '#ui/form/use-active-option.ts'
import type { Slot } from '#ui/slot.ts'

export type SuggestionsProps = {
  id: string
  label: string
  /** what is typed; not empty */
  text: string
  /** what was found is kept while the list is closed */
  open: boolean
  /** takes the keys of the field */
  keys: RefObject<((event: KeyboardEvent) => void) | null>
  onActive: (id: string | undefined) => void
  /** An entry was chosen. */
  onLeave: () => void
}

type Entry = { key: string; to: string; icon: Slot; text: string; aside?: string }

/** Courses and educators for a text; those of the text before stay until the next ones are there. */
function useSuggestions(text: string): ReplyOf<typeof calls.courses.suggest> | null {
  const [found, setFound] = useState<ReplyOf<typeof calls.courses.suggest> | null>(null)
  const [lookup, setLookup] = useState<TypedLookup>()
  useEffect(() => {
    const next = createTypedLookup(
      (typed, signal) => browserApi(calls.courses.suggest, { query: { text: typed }, signal }),
      setFound,
    )
    setLookup(next)
    return next.close
  }, [])
  useEffect(() => lookup?.type(text.length < leastTyped ? '' : text), [lookup, text])
  return found
}

/** The list below the search in the bar: courses and educators that have what is typed, then the AI's search for it. */
export function SearchSuggestions({ id, label, text, open, keys, onActive, onLeave }: SuggestionsProps) {
  const { t } = useLingui()
  const isPublic = useIsPublic()
  const { all } = useCatalogueLinks()
  const found = useSuggestions(text)
  const entries: Entry[] = [
    ...(found?.courses ?? []).map((course) => ({
      key: course._id,
      to: isPublic ? paths.publicCourse(course) : paths.course(course._id),
      icon: <BookOpen aria-hidden="true" />,
      text: course.title,
      aside: course.creatorName,
    })),
    ...(found?.educators ?? []).map(({ _id, name }) => ({
      key: _id,
      to: `${all}?${new URLSearchParams({ text: name })}`,
      icon: <UserRound aria-hidden="true" />,
      text: name,
      aside: t`Educator`,
    })),
  ]
  const suggested = entries.length
  const names = [...entries.map(({ key }) => key), 'ai']
  const { activeId, option, onKeyDown } = useActiveOption({ id, keys: names, of: text, first: -1 })
  // the field's next key is for what is shown now
  useLayoutEffect(() => {
    keys.current = onKeyDown
  })
  useLayoutEffect(() => onActive(activeId), [activeId, onActive])

  const typed = isolate(text)
  if (!open) return null
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        // the field keeps the focus
        onMouseDown={(event) => event.preventDefault()}
        className="absolute start-0 top-full mt-2 max-h-[calc(100dvh-var(--spacing-bar)-1rem)] w-full min-w-96 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-popup"
      >
        {entries.map(({ key, to, icon, text: name, aside }, index) => (
          <Link key={key} to={to} {...option(index)} onClick={onLeave}>
            {icon}
            <span className="min-w-0">
              <span {...writtenIn()} className="line-clamp-2">
                {name}
              </span>
              {aside && (
                <span {...writtenIn()} className="block truncate text-sm text-muted">
                  {aside}
                </span>
              )}
            </span>
          </Link>
        ))}
        <Link to={searchAddress(text)} {...option(suggested)} onClick={onLeave}>
          <Sparkles aria-hidden="true" />
          <span className="min-w-0">
            <span className="block font-medium">{t`Search with AI`}</span>
            <span className="block truncate text-sm text-muted">{t`“${typed}”`}</span>
          </span>
        </Link>
      </div>
      <p role="status" className="sr-only">
        {found && t`${plural(suggested, { one: '# suggestion', other: '# suggestions' })}`}
      </p>
    </>
  )
}
