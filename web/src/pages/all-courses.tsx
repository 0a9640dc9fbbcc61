import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { SearchX, SlidersHorizontal, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import {
  activeFilters,
  type CatalogueQuery,
  catalogueSearch,
  readCatalogueQuery,
  type Sort,
  sortsFor,
  toApiQuery,
  withText,
} from '#features/courses/catalogue-query.ts'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { FilterPanel } from '#features/courses/filter-panel.tsx'
import { formatCounted, placesBeside } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/root-data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Container } from '#ui/page-layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { Select } from '#ui/select.tsx'
import type { Route } from './+types/all-courses.ts'

type Data = { query: CatalogueQuery; catalogue: ReplyOf<typeof calls.courses.catalogue> }

const load = guarded<unknown, Data>('signedIn', async ({ api, url }) => {
  const query = readCatalogueQuery(url.searchParams)
  return { query, catalogue: await api(calls.courses.catalogue, { query: toApiQuery(query) }) }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AllCourses({ loaderData }: Route.ComponentProps) {
  const { siteName } = useSettings()
  const { query, catalogue } = loaderData
  const navigate = useNavigate()
  const { location } = useNavigation()
  const { key } = useLocation()
  const [wanted, setWanted] = useState<CatalogueQuery | null>(null)
  const [open, setOpen] = useState(false)
  const results = useRef<HTMLHeadingElement>(null)

  // while the next list is loading, the filters already show the choice, also when going back
  const coming =
    location?.pathname === paths.allCourses ? readCatalogueQuery(new URLSearchParams(location.search)) : null
  const chosen = wanted ?? coming ?? query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation resets it to the address
  useEffect(() => setWanted(null), [key])
  const show = (next: CatalogueQuery) => {
    setWanted(next)
    navigate({ search: catalogueSearch(next) })
  }

  const shownPlace = useRef(query.at)
  useEffect(() => {
    if (shownPlace.current === query.at) return
    shownPlace.current = query.at
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }, [query.at])

  const filters = activeFilters(chosen)
  const title = query.category.length === 1 ? `${query.category[0]} courses` : 'All Courses'
  return (
    <Container>
      <PageMeta
        title={title}
        description={`Every course of ${siteName}: filter by category and level, sort by price and rating.`}
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 lg:mb-8">
        <h1 className="text-4xl">All Courses</h1>
        <ButtonLink to={paths.searchWithAi} variant="primary" icon={<Sparkles aria-hidden="true" className="size-5" />}>
          Search with AI
        </ButtonLink>
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_minmax(0,12rem)_minmax(0,13rem)] lg:col-start-2 lg:grid-cols-[1fr_14rem]">
          <div className="col-span-2 sm:col-span-1">
            <SearchBox label="Search courses" text={query.text} onSearch={(text) => show(withText(chosen, text))} />
          </div>
          <Button
            variant="secondary"
            className="gap-1.5 px-1 lg:hidden"
            aria-expanded={open}
            aria-controls="filters"
            icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
            onClick={() => setOpen(!open)}
          >
            <span className="whitespace-nowrap">{open ? 'Hide Filters' : 'Show Filters'}</span>
            {filters > 0 && (
              <span
                aria-hidden="true"
                className="tabular rounded-full bg-primary px-1.5 text-xs leading-5 text-on-primary"
              >
                {filters}
              </span>
            )}
          </Button>
          <Select
            aria-label="Sort by"
            value={chosen.sort}
            options={sortsFor(chosen.text)}
            // one of the options
            onChange={({ target }) => show({ ...chosen, sort: target.value as Sort, at: '' })}
          />
        </div>
        <aside
          id="filters"
          aria-label="Filters"
          className={cx(
            'rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block lg:max-h-[calc(100dvh-var(--spacing-bar)-3rem)] lg:self-start lg:overflow-y-auto',
            !open && 'hidden',
          )}
        >
          <FilterPanel query={chosen} counts={catalogue.categoryCounts} onChange={show} />
        </aside>
        <section aria-labelledby="results" aria-busy={coming !== null} className="min-w-0">
          <h2
            id="results"
            ref={results}
            tabIndex={-1}
            aria-live="polite"
            className="mb-4 scroll-mt-24 font-sans text-base font-medium tracking-normal text-muted outline-none"
          >
            {formatCounted(catalogue.total)} {catalogue.total === 1 ? 'course' : 'courses'}
            {query.text && ` for “${query.text}”`}
          </h2>
          {catalogue.courses.length > 0 ? (
            <div className={cx('transition-opacity', coming && 'opacity-60')}>
              <CourseGrid narrow>
                {catalogue.courses.map((course, index) => (
                  <li key={course._id}>
                    <StoreCard course={course} first={index < 3} />
                  </li>
                ))}
              </CourseGrid>
            </div>
          ) : (
            <EmptyState
              icon={<SearchX />}
              title="No courses found"
              text="Nothing matches these filters yet. Try fewer of them, or another word."
              action={
                <Button variant="secondary" onClick={() => navigate({ search: '' })}>
                  Show all courses
                </Button>
              }
            />
          )}
          <div className="mt-10">
            <Pagination
              {...placesBeside(catalogue, (at) => `${paths.allCourses}${catalogueSearch({ ...query, at })}`)}
            />
          </div>
        </section>
      </div>
    </Container>
  )
}
