import { Trans } from '@lingui/react/macro'
import { ArrowRight, Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'
import type { Slot } from '../slot.ts'
import { Input } from './input.tsx'

type Props = {
  text: string
  onSearch: (text: string) => void
  /** accessible name and placeholder */
  label: string
  /** hidden fields, which a form without scripts sends too */
  children?: Slot
}

/** Search form for a list. Follows the URL: going back shows the earlier search. */
export function SearchBox({ text, onSearch, label, children }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const followed = useRef(text)
  // the field stays, and with it the focus of who searched
  useEffect(() => {
    if (followed.current !== text && field.current) field.current.value = text
    followed.current = text
  }, [text])
  return (
    <search>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(String(new FormData(event.currentTarget).get('text') ?? '').trim())
        }}
      >
        {children}
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <div className="min-w-0 flex-1">
          <Input
            id={id}
            ref={field}
            name="text"
            type="search"
            defaultValue={text}
            maxLength={100}
            placeholder={label}
            leading={<Search aria-hidden="true" />}
            className="text-ellipsis"
          />
        </div>
        {/* on a phone the word would take the room of the placeholder */}
        <Button type="submit" variant="secondary" className="max-sm:px-3.5">
          <ArrowRight aria-hidden="true" className="size-5 sm:hidden rtl:-scale-x-100" />
          <span className="max-sm:sr-only">
            <Trans>Search</Trans>
          </span>
        </Button>
      </form>
    </search>
  )
}
