import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseCard, type api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { SearchX, SlidersHorizontal } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import {
  activeFilters,
  type CataloguePlace,
  type CatalogueQuery,
  catalogueSearch,
  readCatalogueQuery,
  type Sort,
  sortsFor,
  withText,
} from '#features/courses/catalogue-query.ts'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { FilterPanel } from '#features/courses/filter-panel.tsx'
import { formatCounted, placesBeside } from '#lib/list-place.ts'
import { samePage } from '#lib/navigation/same-page.ts'
import { useChoices } from '#lib/navigation/use-choices.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { Select } from '#ui/form/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import { opensSheet } from '#ui/overlays/sheet.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Slot } from '#ui/slot.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { StoreCard } from './store-card.tsx'

const sheetId = 'filter-sheet'

/** The query as fields of a form without scripts. */
const fieldsOf = (query: CatalogueQuery) =>
  [...new URLSearchParams(catalogueSearch({ ...query, at: '' }))].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))

type Props = {
  title: string
  /** beside the title */
  action?: Slot
  query: CatalogueQuery
  catalogue: ReplyOf<typeof calls.courses.catalogue>
  place: CataloguePlace
  /** address of a course's page */
  courseAddress: (course: CourseCard) => string
}

/** A list of courses with its filters, which are in the page's address. */
export function Catalogue({ title, action, query, catalogue, place, courseAddress }: Props) {
  const { t } = useLingui()
  const { location } = useNavigation()
  const { key } = useLocation()
  const formId = useId()
  const heading = useRef<HTMLHeadingElement>(null)

  // while the next list is loading, the filters already show the choice, also when going back
  const coming = location ? place.read(location) : null
  const [chosen, show] = useChoices(coming ?? query, place.addressOf, { state: samePage })

  const shownPlace = useRef(query.at)
  useEffect(() => {
    if (shownPlace.current === query.at) return
    shownPlace.current = query.at
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [query.at])

  const filters = activeFilters(chosen)
  const { total } = catalogue
  const results = formatCounted(total)
  const text = isolate(query.text)
  const { categoryCounts: counts, languages } = catalogue
  const panel = { query: chosen, counts, languages, place, onChange: show }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 lg:mb-8">
        <h1 className="text-4xl">{title}</h1>
        {action}
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_minmax(0,12rem)_minmax(0,13rem)] lg:col-start-2 lg:grid-cols-[1fr_14rem]">
          <div className="col-span-2 md:col-span-1">
            <SearchBox label={t`Search courses`} text={query.text} onSearch={(text) => show(withText(chosen, text))}>
              {fieldsOf({ ...query, text: '' })}
            </SearchBox>
          </div>
          <Button
            {...opensSheet(sheetId)}
            variant="secondary"
            className="gap-1.5 px-1 lg:hidden"
            icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
          >
            <span className="whitespace-nowrap">{t`Show Filters`}</span>
            {filters > 0 && (
              <span
                title={t`${filters} active`}
                className="tabular rounded-full bg-primary px-1.5 text-xs leading-5 text-on-primary"
              >
                {filters}
              </span>
            )}
          </Button>
          <Select
            aria-label={t`Sort by`}
            name="sort"
            form={formId}
            value={chosen.sort}
            options={sortsFor(chosen.text).map(({ value, label }) => ({ value, label: t(label) }))}
            // one of the options
            onChange={({ target }) => show({ sort: target.value as Sort })}
          />
        </div>
        <aside
          aria-label={t`Filters`}
          className="hidden rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block lg:max-h-[calc(100dvh-var(--spacing-bar)-3rem)] lg:self-start lg:overflow-y-auto noscript:block"
        >
          <PartBoundary>
            <FilterPanel id={formId} {...panel} />
          </PartBoundary>
        </aside>
        <section aria-labelledby="results" aria-busy={coming !== null} className="min-w-0">
          <h2
            id="results"
            ref={heading}
            tabIndex={-1}
            aria-live="polite"
            className="mb-4 scroll-mt-24 font-sans text-base font-medium tracking-normal text-muted outline-none"
          >
            {query.text
              ? t`${plural(total, { one: `${results} course for “${text}”`, other: `${results} courses for “${text}”` })}`
              : t`${plural(total, { one: `${results} course`, other: `${results} courses` })}`}
          </h2>
          {catalogue.courses.length > 0 ? (
            <div className={cx('transition-opacity', coming && 'opacity-60')}>
              <PartBoundary of={key}>
                <CourseGrid narrow>
                  {catalogue.courses.map((course, index) => (
                    <li key={course._id}>
                      <StoreCard course={course} first={index < 3} to={courseAddress(course)} />
                    </li>
                  ))}
                </CourseGrid>
              </PartBoundary>
            </div>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={t`No courses found`}
              text={t`Nothing matches these filters yet. Try fewer of them, or another word.`}
              action={
                <Button variant="secondary" onClick={() => show(readCatalogueQuery(new URLSearchParams()))}>
                  <Trans>Show all courses</Trans>
                </Button>
              }
            />
          )}
          <div className="mt-10">
            <Pagination {...placesBeside(catalogue, (at) => place.addressOf({ ...query, at }))} />
          </div>
        </section>
      </div>
      <PartBoundary>
        <FilterSheet {...panel} id={sheetId} total={total} results={results} />
      </PartBoundary>
    </>
  )
}
