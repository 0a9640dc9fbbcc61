import { useLingui } from '@lingui/react/macro'
import type { CourseDetails } from '@virtual-courses/contract'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { BackLink } from '#ui/layout/page-layout.tsx'

type Props = { course: Pick<CourseDetails, 'title' | 'language' | 'category' | 'level'>; back: string }

/** The course's title and kind above its player, and the way back. */
export function LearningHead({ course: { title, language, category, level }, back }: Props) {
  const { t } = useLingui()
  return (
    <div data-part="head" className="flex items-start gap-2">
      <BackLink to={back} className="-ms-2.5" />
      <div className="min-w-0">
        <h1 {...writtenIn(language)} className="py-2 text-2xl leading-7 wrap-anywhere">
          {title}
        </h1>
        <div className="mt-1 flex flex-wrap gap-2">
          {category && <Badge tone="primary">{t(categoryNames[category])}</Badge>}
          {level && <Badge>{t(levelNames[level])}</Badge>}
        </div>
      </div>
    </div>
  )
}
