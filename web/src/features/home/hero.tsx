import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import {
  ArrowRight,
  Headset,
  Infinity as InfinityIcon,
  type LucideIcon,
  MonitorPlay,
  Sparkles,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { HeroArt, type HeroCourseData } from './hero-art.tsx'

const points: { text: MessageDescriptor; Icon: LucideIcon }[] = [
  { text: msg`100+ Online Courses`, Icon: MonitorPlay },
  { text: msg`Lifetime Access`, Icon: InfinityIcon },
  { text: msg`Value for Money`, Icon: Wallet },
  { text: msg`Lifetime Support`, Icon: Headset },
  { text: msg`Community Support`, Icon: UsersRound },
]

/** The strip of selling points (specification, section 1). */
export function SellingPoints() {
  const { t } = useLingui()
  const { siteName } = useSettings()
  return (
    <section aria-label={t`Why ${{ siteName: isolate(siteName) }}`} className="border-y border-line bg-surface">
      <ul className="shell flex flex-wrap justify-center gap-x-10 gap-y-4 py-6 lg:justify-between">
        {points.map(({ text, Icon }) => (
          <li key={text.id} className="flex items-center gap-3 font-medium">
            <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent-text" />
            <span>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The hero: what the site offers, two links, and an illustration of the product. */
export function Hero({ courses }: { courses: readonly HeroCourseData[] }) {
  const catalogue = useCatalogueLinks()
  return (
    <section className="relative overflow-hidden">
      <div className="shell grid items-center gap-x-14 gap-y-10 py-10 sm:py-14 lg:grid-cols-[1.05fr_1fr] lg:py-20">
        <div>
          <h1 className="text-display text-balance">
            <Trans>Learn a skill you can use tomorrow</Trans>
          </h1>
          <p className="mt-5 max-w-xl text-xl leading-relaxed text-muted">
            <Trans>
              Practical video courses by people who do the work. Buy one once, watch it as often as you like, and keep
              it for life.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={catalogue.all} variant="accent" size="lg">
              <Trans>View all Courses</Trans>
              <ArrowRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
            </ButtonLink>
            <ButtonLink
              to={paths.searchWithAi}
              variant="secondary"
              size="lg"
              icon={<Sparkles aria-hidden="true" className="size-5" />}
            >
              <Trans>Search with AI</Trans>
            </ButtonLink>
          </div>
        </div>
        <HeroArt courses={courses} className="mx-auto max-w-xl lg:max-w-none" />
      </div>
    </section>
  )
}
