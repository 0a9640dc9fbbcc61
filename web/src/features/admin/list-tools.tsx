import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'

type Props = { label: string; text: string; onSearch: (text: string) => void; children?: ReactNode }

/** Search and filters above a list; what they say stands in the address. */
export function ListTools({ label, text, onSearch, children }: Props) {
  const id = useId()
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <search className="min-w-0 flex-1 basis-72">
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            onSearch(String(new FormData(event.currentTarget).get('text') ?? '').trim())
          }}
        >
          <label htmlFor={id} className="sr-only">
            {label}
          </label>
          <div className="min-w-0 flex-1">
            <Input
              id={id}
              // going back shows what was searched then
              key={text}
              name="text"
              type="search"
              defaultValue={text}
              maxLength={100}
              placeholder={label}
              leading={<Search aria-hidden="true" />}
            />
          </div>
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
      </search>
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap gap-3 *:min-w-36 *:flex-1">{children}</div>
    </div>
  )
}
