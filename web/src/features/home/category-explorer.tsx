import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Category } from '@virtual-courses/contract'
import {
  BrainCircuit,
  ChartNoAxesCombined,
  CodeXml,
  DatabaseZap,
  type LucideIcon,
  PenTool,
  ShieldHalf,
  Smartphone,
  Sparkles,
} from 'lucide-react'
import { Link } from 'react-router'
import { useCatalogueLinks } from '#lib/catalogue-links.ts'
import { storeCategories } from '#lib/store-categories.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'

const icons: Record<(typeof storeCategories)[number], LucideIcon> = {
  'Web Development': CodeXml,
  'UI UX Designing': PenTool,
  'App Development': Smartphone,
  'Ethical Hacking': ShieldHalf,
  'AI/ML': BrainCircuit,
  'Data Science': DatabaseZap,
  'Data Analytics': ChartNoAxesCombined,
  'AI Tools': Sparkles,
}

function Tile({ category, count, Icon }: { category: Category; count: number; Icon: LucideIcon }) {
  const { t } = useLingui()
  const catalogue = useCatalogueLinks()
  return (
    <Link
      to={catalogue.category(category)}
      className="group flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-4 transition-[border-color,translate,box-shadow] hover:-translate-y-0.5 hover:border-line-strong hover:shadow-card sm:flex-row sm:items-center sm:p-5"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-md bg-primary-soft text-on-primary-soft transition-colors group-hover:bg-accent group-hover:text-on-accent">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <span className="min-w-0">
        <span className="block leading-snug font-semibold">{t(categoryNames[category])}</span>
        <span className="mt-0.5 block text-sm text-muted">{t`${plural(count, { one: '# course', other: '# courses' })}`}</span>
      </span>
    </Link>
  )
}

/** The categories as tiles, each with its number of published courses. */
export function CategoryExplorer({ counts }: { counts: Record<string, number> }) {
  const { t } = useLingui()
  return (
    <section className="shell py-section" aria-labelledby="categories">
      <SectionHeading
        id="categories"
        title={t`Explore Our Categories`}
        text={t`Pick a subject and see what you could learn next.`}
      />
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {storeCategories.map((category) => (
          <li key={category}>
            <Tile category={category} count={counts[category] ?? 0} Icon={icons[category]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
