import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError, api as calls, mayExclude, type SearchResult } from '@virtual-courses/contract'
import { SearchX } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StoreCard } from '#app/store-card.tsx'
import { CourseGrid } from '#features/courses/course-card.tsx'
import { CourseCardSkeleton } from '#features/courses/course-card-skeleton.tsx'
import { AsWrittenLink, Reasons, Understood } from '#features/search/result-notes.tsx'
import { resultSummary, speakResult, stopSpeaking, tiersOf } from '#features/search/result-tiers.ts'
import { SearchExamples, SearchForm } from '#features/search/search-form.tsx'
import { readAsWritten, readSearch, searchAddress } from '#features/search/search-query.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Container } from '#ui/layout/page-layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Slot } from '#ui/slot.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/search-with-ai.ts'

/** `results` is null when nothing was searched, and when the search failed. */
type Data = { query: string; asWritten: boolean; results: SearchResult[] | null; failure: string | null }

const load = guarded<unknown, Data>('signedIn', async ({ api, url }) => {
  const query = readSearch(url.searchParams)
  const asWritten = readAsWritten(url.searchParams)
  if (query === '') return { query, asWritten, results: null, failure: null }
  try {
    const body = { input: query, ...(asWritten && { asWritten }) }
    return { query, asWritten, results: await api(calls.ai.search, { body }), failure: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    return { query, asWritten, results: null, failure: error.message }
  }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

/** Asked for once the courses are there: the first page does not grow by it. */
const FoundInLectures = lazy<ComponentType<{ query: string }>>(() =>
  import('#features/tutor/found-in-lectures.tsx').then(
    (module) => ({ default: module.FoundInLectures }),
    () => ({ default: () => null }),
  ),
)

const skeletons = [1, 2, 3, 4, 5, 6]

export default function SearchWithAi({ loaderData: { query, asWritten, results, failure } }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { location } = useNavigation()
  const again = useRevalidator()
  /** the search by voice whose result is to be spoken */
  const spokenQuery = useRef<string | null>(null)
  const next = location?.pathname === paths.searchWithAi ? readSearch(new URLSearchParams(location.search)) : ''
  // another search may start before the result of this one
  const coming = next || (again.state === 'loading' ? query : null)
  const busy = coming !== null

  useEffect(() => {
    if (busy || spokenQuery.current === null) return
    if (spokenQuery.current === query && results) speakResult(tiersOf(results).outcome, i18n)
    spokenQuery.current = null
  }, [busy, query, results, i18n])
  useEffect(() => stopSpeaking, [])
  // a failed search is only logged (specification, section 8); the page offers to try again
  useEffect(() => {
    if (failure) console.warn('The search failed:', failure)
  }, [failure])

  function search(text: string, by: 'typing' | 'voice') {
    const address = searchAddress(readSearch(new URLSearchParams({ q: text })))
    stopSpeaking()
    spokenQuery.current = by === 'voice' ? readSearch(new URLSearchParams({ q: text })) : null
    navigate(address)
  }

  const summary = () => {
    if (busy) return t`Searching`
    return results ? t(resultSummary(results)) : ''
  }
  const hydrated = useHydrated()
  const lectures = hydrated && !busy && results && query !== '' && (
    <Suspense fallback={null}>
      <FoundInLectures query={query} />
    </Suspense>
  )
  const content = () => {
    if (busy)
      return (
        <section aria-label={t`Searching`} aria-busy="true">
          <p className="mb-6 flex justify-center text-muted">
            <Spinner />
            <span className="ms-3">
              <Trans>Searching...</Trans>
            </span>
          </p>
          <CourseGrid>
            {skeletons.map((item) => (
              <li key={item}>
                <CourseCardSkeleton />
              </li>
            ))}
          </CourseGrid>
        </section>
      )
    if (failure)
      return (
        <ErrorState
          as="h2"
          title={t`The search did not work`}
          text={failure}
          onRetry={() => again.revalidate()}
          action={
            <ButtonLink to={paths.allCourses} variant="ghost">
              <Trans>View all Courses</Trans>
            </ButtonLink>
          }
        />
      )
    if (!results) return <SearchExamples title={t`For example`} />
    if (results.length === 0)
      return (
        <>
          <EmptyState
            as="h2"
            icon={<SearchX />}
            title={t`No Courses Found`}
            text={t`We have nothing on “${query}” yet. Other words may help.`}
            action={
              <>
                <ButtonLink to={paths.allCourses} variant="secondary">
                  <Trans>View all Courses</Trans>
                </ButtonLink>
                {!asWritten && mayExclude(query) && <AsWrittenLink query={query} />}
              </>
            }
            className="wrap-anywhere"
          />
          {lectures}
          <SearchExamples title={t`Or try one of these`} />
        </>
      )
    return <Results query={query} asWritten={asWritten} results={results} lectures={lectures} />
  }

  return (
    <Container>
      <PageMeta title={query ? t`${query} · Search with AI` : t`Search with AI`} />
      <div className="mx-auto mb-10 max-w-3xl">
        <h1 className="mb-2 text-center text-4xl">
          <Trans>Search with AI</Trans>
        </h1>
        <p className="mb-6 text-center text-muted">
          <Trans>Say what you want to learn. We find the courses that fit.</Trans>
        </p>
        <SearchForm query={query} coming={coming} onSearch={search} />
      </div>
      <p role="status" className="sr-only">
        {summary()}
      </p>
      {content()}
    </Container>
  )
}

type ResultsProps = {
  query: string
  asWritten: boolean
  results: readonly SearchResult[]
  /** places in lectures */
  lectures: Slot
}

/** The cards in their tiers: sure results, then those that only come close. */
function Results({ query, asWritten, results, lectures }: ResultsProps) {
  const { sure, closest, outcome } = tiersOf(results)
  const [first] = results
  const isMixed = outcome === 'sure' && closest.length > 0
  return (
    <>
      <section aria-labelledby="results">
        <h2 id="results" className="mb-4 text-2xl">
          <Trans>AI Search Results</Trans>
        </h2>
        {outcome === 'closest' && (
          <Notice className="mb-5">
            <span className="wrap-anywhere">
              <Trans>
                <strong className="font-semibold">Closest courses:</strong> nothing matches “<bdi>{query}</bdi>”
                exactly, but these come near.
              </Trans>
            </span>
          </Notice>
        )}
        {first && <Understood result={first} query={query} asWritten={asWritten} />}
        <ResultGrid courses={outcome === 'sure' ? sure : closest} eager />
      </section>
      {lectures}
      {isMixed && (
        <section aria-labelledby="closest" className="mt-12">
          <h2 id="closest" className="text-2xl">
            <Trans>Closest courses</Trans>
          </h2>
          <p className="mt-1 mb-5 text-muted">
            <Trans>Not exactly what you asked for, but near it.</Trans>
          </p>
          <ResultGrid courses={closest} />
        </section>
      )}
    </>
  )
}

/** `eager` loads the images of the first row with priority. */
function ResultGrid({ courses, eager = false }: { courses: readonly SearchResult[]; eager?: boolean }) {
  return (
    <CourseGrid>
      {courses.map((course, index) => (
        <li key={course._id}>
          <StoreCard
            course={course}
            first={eager && index < 3}
            note={course.reasons.length > 0 && <Reasons reasons={course.reasons} />}
          />
        </li>
      ))}
    </CourseGrid>
  )
}
