import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import type { SuggestionsProps } from './search-suggestions.tsx'

/** Whether keys are text where they arrive. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Lets the key "/" focus a field that can be seen and is not behind a dialog. */
function useSlash(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { current: input } = field
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!input?.offsetParent || input.closest('[inert], [aria-hidden="true"]') || takesText(event.target)) return
      event.preventDefault()
      input.focus()
      input.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}

/** The search in the bar of large screens: a form that leads to the list of courses. Its suggestions are fetched with the first focus. */
export function SearchField() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { all } = useCatalogueLinks()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null)
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null)
  useSlash(input)

  const open = Suggestions !== null && wanted && text !== ''
  const close = () => setWanted(false)
  const show = (typed: string) => {
    load()
    setText(typed.replace(/\s+/g, ' ').trim())
    setWanted(true)
  }
  const leave = () => {
    close()
    setText('')
    if (input.current) input.current.value = ''
  }
  const load = () => {
    // without it, the form is still there
    if (!Suggestions)
      import('./search-suggestions.tsx').then(
        (module) => setSuggestions(() => module.SearchSuggestions),
        () => {},
      )
  }
  const label = t`Find courses and educators`
  return (
    <search aria-label={label} className="relative hidden max-w-md min-w-0 flex-1 basis-40 lg:block xl:ms-4">
      <form
        action={all}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = (input.current?.value ?? '').trim()
          leave()
          navigate(typed ? `${all}?${new URLSearchParams({ text: typed })}` : all)
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4.5 text-muted"
        />
        <input
          ref={input}
          // a field of the type "search" cannot be a combobox
          type="text"
          inputMode="search"
          name="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? activeId : undefined}
          aria-keyshortcuts="/"
          autoComplete="off"
          dir="auto"
          maxLength={100}
          placeholder={label}
          className="peer control truncate ps-10 pe-10"
          onFocus={load}
          onBlur={close}
          onInput={({ currentTarget }) => show(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
            else if (open) keys.current?.(event)
            else if (event.key === 'ArrowDown') show(event.currentTarget.value)
          }}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto h-6 rounded-sm border border-line px-1.5 font-sans text-xs leading-6 text-subtle peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden"
        >
          /
        </span>
      </form>
      {Suggestions && text !== '' && (
        <Suggestions {...{ text, open, keys, label }} id={listId} onActive={setActiveId} onLeave={leave} />
      )}
    </search>
  )
}
