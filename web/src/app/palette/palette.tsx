import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { leastTyped, type Viewer } from '@virtual-courses/contract'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { createTypedLookup, type TypedLookup } from '#lib/connection/typed-lookup.ts'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { cx } from '#ui/cx.ts'
import { Input } from '#ui/form/input.tsx'
import { useActiveOption } from '#ui/form/use-active-option.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { adminPlaces, studioPlaces } from '../work-sections.ts'
import { type Found, findPlacesOf } from './palette-entries.ts'

type Entry = { key: string; to: string; text: string; kind: string; aside: string }

type Result = { text: string; found: Found[] | null }

/** What was found for the latest text; `found` is null where the search failed. What was found before stays until then. */
function useFound(user: Viewer, text: string): Result {
  const [result, setResult] = useState<Result>({ text: '', found: [] })
  const [lookup, setLookup] = useState<TypedLookup>()
  const { role } = user
  useEffect(() => {
    const next = createTypedLookup(findPlacesOf({ role }, browserApi), (found, typed) =>
      setResult({ text: typed, found: typed === '' ? [] : found }),
    )
    setLookup(next)
    return next.close
  }, [role])
  useEffect(() => lookup?.type(text.length < leastTyped ? '' : text), [lookup, text])
  return result
}

/** Pages of the role's work area, and those of the own account. */
function usePages(user: Viewer): { label: string; to: string }[] {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const places = user.role === 'admin' ? adminPlaces : studioPlaces
    const pages = places.map(({ label, to }) => ({ label: i18n._(label), to }))
    if (user.role === 'educator') pages.push({ label: t`Create a course`, to: studioPaths.createCourse })
    return [...pages, { label: t`Account`, to: paths.account }, { label: t`Notifications`, to: paths.notifications }]
  }, [user.role, i18n, t])
}

type ContentProps = { user: Viewer; close: () => void }

/** The field and the list; made again each time the palette opens. */
function PaletteContent({ user, close }: ContentProps) {
  const { t } = useLingui()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = typed.replace(/\s+/g, ' ').trim()
  const { text: answered, found } = useFound(user, text)
  const kinds = { course: t`Course`, student: t`Student`, user: t`User`, order: t`Order` }
  const page = t`Page`
  const label = user.role === 'admin' ? t`A course, a person, an order or a page` : t`A course, a student or a page`
  const entries: Entry[] = [
    ...usePages(user)
      .filter(({ label }) => label.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
      .map(({ label, to }) => ({ key: to, to, text: label, kind: page, aside: '' })),
    ...(found ?? []).map(({ kind, key, ...rest }) => ({ ...rest, key: `${kind} ${key}`, kind: kinds[kind] })),
  ]
  const count = entries.length
  const { activeId, option, onKeyDown } = useActiveOption({
    id: listId,
    keys: entries.map(({ key }) => key),
    of: text,
    first: 0,
  })
  const settled = text.length < leastTyped || answered === text
  const say = (): string => {
    if (!found) return t`Something went wrong on our side. Please try again.`
    if (!settled) return ''
    if (count > 0) return t`${plural(count, { one: '# result', other: '# results' })}`
    return text.length < leastTyped ? t`Please type at least 2 characters` : t`Nothing found`
  }
  // the dialog would focus its first button
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <Input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? listId : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        maxLength={100}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {count > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t`Jump to`}
          aria-busy={!settled}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          className="-mx-2 max-h-[min(24rem,50dvh)] overflow-y-auto"
        >
          {entries.map(({ key, to, text: name, kind, aside }, index) => (
            <Link key={key} to={to} {...option(index)} onClick={close}>
              <span className="min-w-0 flex-1">
                <span {...writtenIn()} className="block truncate">
                  {name}
                </span>
                {aside && (
                  <span {...writtenIn()} className="block truncate text-sm text-muted">
                    {aside}
                  </span>
                )}
              </span>
              <span className="shrink-0 text-sm text-muted">{kind}</span>
            </Link>
          ))}
        </div>
      )}
      <p role="status" className={cx('text-sm text-muted', count > 0 && found && 'sr-only')}>
        {say()}
      </p>
    </>
  )
}

type Props = { user: Viewer; open: boolean; onOpenChange: (open: boolean) => void }

/** Leads educators and admins to courses, people, orders and pages by a few letters. */
export function Palette({ user, open, onOpenChange }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Jump to`}
      className="max-sm:top-3 max-sm:bottom-auto sm:top-[12dvh]! sm:translate-y-0!"
    >
      <PaletteContent user={user} close={() => onOpenChange(false)} />
    </Dialog>
  )
}
