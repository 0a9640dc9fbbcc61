import { ArrowRight, Sparkles } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { HeroArt } from './hero-art.tsx'
import type { HeroCourseData } from './hero-course.tsx'

/** The hero: what the site offers, two links, and an illustration of the product. */
export function Hero({ courses }: { courses: readonly HeroCourseData[] }) {
  return (
    <section className="relative overflow-hidden">
      <div className="shell grid items-center gap-x-14 gap-y-10 py-10 sm:py-14 lg:grid-cols-[1.05fr_1fr] lg:py-20">
        <div>
          <h1 className="text-display text-balance">Learn a skill you can use tomorrow</h1>
          <p className="mt-5 max-w-xl text-xl leading-relaxed text-muted">
            Practical video courses by people who do the work. Buy one once, watch it as often as you like, and keep it
            for life.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={paths.allCourses} variant="accent" size="lg">
              View all Courses
              <ArrowRight aria-hidden="true" className="size-5" />
            </ButtonLink>
            <ButtonLink
              to={paths.searchWithAi}
              variant="secondary"
              size="lg"
              icon={<Sparkles aria-hidden="true" className="size-5" />}
            >
              Search with AI
            </ButtonLink>
          </div>
        </div>
        <HeroArt courses={courses} className="mx-auto max-w-xl lg:max-w-none" />
      </div>
    </section>
  )
}
