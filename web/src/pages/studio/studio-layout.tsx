import { useLingui } from '@lingui/react/macro'
import {
  BookOpen,
  Gauge,
  Inbox,
  IndianRupee,
  type LucideIcon,
  MessageCircleQuestionMark,
  Radio,
  Star,
  TicketPercent,
  Users,
} from 'lucide-react'
import { useRef } from 'react'
import { Outlet } from 'react-router'
import { PaletteButton } from '#app/palette/palette-button.tsx'
import { studioPlaces } from '#app/work-sections.ts'
import { useWaitingAnswers } from '#features/assignments/use-waiting-answers.ts'
import { useWaitingQuestions } from '#features/questions/use-waiting-questions.ts'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { WorkArea } from '#ui/layout/work-area.tsx'

const icons: Record<string, LucideIcon> = {
  [paths.dashboard]: Gauge,
  [paths.myCourses]: BookOpen,
  [studioPaths.students]: Users,
  [studioPaths.questions()]: MessageCircleQuestionMark,
  [studioPaths.reviews()]: Star,
  [studioPaths.answers()]: Inbox,
  [studioPaths.liveSessions]: Radio,
  [studioPaths.coupons]: TicketPercent,
  [studioPaths.earnings]: IndianRupee,
}
const sections = studioPlaces.map((place) => ({ ...place, Icon: icons[place.to] ?? Gauge }))

/** The studio: the navigation of its sections beside each of its pages. */
export default function StudioLayout() {
  const { t } = useLingui()
  const role = useViewer()?.role
  // a session that has ended leaves the page as it is, with what was typed there
  const last = useRef(role)
  if (role) last.current = role
  const counts: Record<string, number> = {
    [studioPaths.answers()]: useWaitingAnswers(role === 'educator'),
    [studioPaths.questions()]: useWaitingQuestions(role === 'educator'),
  }
  return (
    <WorkArea
      label={t`Studio`}
      sections={sections.map((place) => ({ ...place, count: counts[place.to] ?? 0 }))}
      shown={last.current === 'educator'}
      action={role && <PaletteButton />}
    >
      <Outlet />
    </WorkArea>
  )
}
