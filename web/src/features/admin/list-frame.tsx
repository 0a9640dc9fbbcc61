import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { useId } from 'react'
import { useNavigation } from 'react-router'
import { formatCounted } from '#lib/list-place.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useEarlyChoice } from '#ui/early-press.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import type { PaginationProps } from '#ui/layout/pagination.tsx'
import { ResultList } from '#ui/layout/result-list.tsx'
import type { Slot } from '#ui/slot.ts'

type FiltersProps = {
  label: string
  /** for what was chosen before the scripts of the page had arrived, by the names of the controls, which are those of the address */
  onEarly: (chosen: Record<string, string>) => void
  className: string
  children: Slot
}

/** Filters of a list, which take effect when they are changed. */
export function Filters({ label, onEarly, className, children }: FiltersProps) {
  const early = useEarlyChoice(useId(), (fields) => {
    // without files each value is a text
    if (fields instanceof FormData) onEarly(Object.fromEntries(fields) as Record<string, string>)
  })
  return (
    <form {...early} aria-label={label} onSubmit={(event) => event.preventDefault()} className={className}>
      {children}
    </form>
  )
}

type ListToolsProps = {
  label: string
  text: string
  onSearch: (text: string) => void
  /** of `Filters` */
  onEarly?: FiltersProps['onEarly']
  children?: Slot
}

const filterRow = 'flex min-w-0 flex-1 basis-56 flex-wrap gap-3 *:min-w-36 *:flex-1'

/** Search and filters above a list. Their values are in the address. */
export function ListTools({ label, text, onSearch, onEarly, children }: ListToolsProps) {
  const { t } = useLingui()
  return (
    <div className="mb-5 flex flex-wrap gap-3">
      <div className="min-w-0 flex-1 basis-72">
        <SearchBox label={label} text={text} onSearch={onSearch} />
      </div>
      {onEarly ? (
        <Filters label={t`Filters`} onEarly={onEarly} className={filterRow}>
          {children}
        </Filters>
      ) : (
        <div className={filterRow}>{children}</div>
      )}
    </div>
  )
}

/** The sentences of a list, each with the name of its rows. */
export type ListTexts = {
  /** @param shown the number, as it is shown */
  total: (total: number, shown: string) => MessageDescriptor
  /** title of a search without results */
  noneFound: MessageDescriptor
  /** title of an empty list without a search */
  none: MessageDescriptor
  /** text of an empty list without a search */
  empty: MessageDescriptor
  /** button that ends the search */
  showAll: MessageDescriptor
}

type Props = {
  texts: ListTexts
  total: number
  path: string
  /** this page has rows */
  filled: boolean
  pages: Pick<PaginationProps, 'previous' | 'next'>
  searched: boolean
  children: Slot
}

/** A list with its total and its pages, or a text when it is empty. */
export function ListFrame({ texts, total, path, filled, pages, searched, children }: Props) {
  const { t } = useLingui()
  const { location } = useNavigation()
  const beyond = total > 0 && !filled
  const nothing = searched || beyond
  return (
    <ResultList
      summary={t(texts.total(total, formatCounted(total)))}
      coming={location !== undefined && location.pathname === path.split('?')[0]}
      filled={filled}
      empty={{
        icon: <SearchX />,
        title: t(nothing ? texts.noneFound : texts.none),
        text: nothing ? <Trans>Nothing fits this choice.</Trans> : t(texts.empty),
        action: nothing && (
          <ButtonLink to={path} variant="secondary">
            {t(texts.showAll)}
          </ButtonLink>
        ),
      }}
      pages={pages}
    >
      {children}
    </ResultList>
  )
}
