import type { ReactNode } from 'react'
import { SearchBox } from '#ui/search-box.tsx'

type Props = { label: string; text: string; onSearch: (text: string) => void; children?: ReactNode }

/** Search and filters above a list; what they say stands in the address. */
export function ListTools({ label, text, onSearch, children }: Props) {
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <SearchBox label={label} text={text} onSearch={onSearch} />
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-wrap gap-3 *:min-w-36 *:flex-1">{children}</div>
    </div>
  )
}
