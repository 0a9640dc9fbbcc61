import { Trans } from '@lingui/react/macro'
import type { NotificationKind } from '@virtual-courses/contract'
import {
  AlarmClock,
  Award,
  BadgeCheck,
  BadgePercent,
  Bell,
  CalendarClock,
  CheckCheck,
  ClipboardCheck,
  EyeOff,
  GraduationCap,
  Inbox,
  Landmark,
  LockOpen,
  type LucideIcon,
  Megaphone,
  MessageCircleQuestionMark,
  MessageSquare,
  MessageSquareReply,
  MessageSquareX,
  PlaySquare,
  Radio,
  RotateCcw,
  ShieldAlert,
  Star,
  Undo2,
} from 'lucide-react'
import { cx } from '#ui/cx.ts'

const calm = 'bg-surface text-link ring-1 ring-line'
const warm = 'bg-accent-soft text-on-accent-soft'
const alarming = 'bg-danger-soft text-on-danger-soft'

/** The icon of each kind, with its colours. The sentence beside it says the same. */
const looks: Record<NotificationKind, readonly [LucideIcon, colours: string]> = {
  'student-enrolled': [GraduationCap, calm],
  'payment-refunded': [Undo2, warm],
  'refund-delayed': [Undo2, alarming],
  'refund-failed': [Undo2, alarming],
  'lecture-added': [PlaySquare, calm],
  'lectures-added': [PlaySquare, calm],
  'session-scheduled': [CalendarClock, calm],
  'sessions-scheduled': [CalendarClock, calm],
  'session-soon': [AlarmClock, warm],
  'session-started': [Radio, alarming],
  'sessions-started': [Radio, alarming],
  'course-reviewed': [Star, warm],
  'review-replied': [MessageSquareReply, warm],
  'quiz-marks-changed': [ClipboardCheck, calm],
  'review-removed': [MessageSquareX, alarming],
  'review-restored': [MessageSquare, calm],
  announcement: [Megaphone, warm],
  'announcement-removed': [MessageSquareX, alarming],
  'question-asked': [MessageCircleQuestionMark, warm],
  'questions-asked': [MessageCircleQuestionMark, warm],
  'questions-digest': [MessageCircleQuestionMark, warm],
  'question-answered': [MessageSquareReply, warm],
  'answers-digest': [MessageSquareReply, warm],
  'question-solved': [BadgeCheck, calm],
  'post-hidden': [MessageSquareX, alarming],
  'post-restored': [MessageSquare, calm],
  'price-dropped': [BadgePercent, warm],
  'course-unlisted': [EyeOff, alarming],
  'course-relisted': [RotateCcw, calm],
  'payout-paid': [Landmark, calm],
  'payout-returned': [Landmark, alarming],
  'admin-removed': [ShieldAlert, alarming],
  'answer-handed-in': [Inbox, calm],
  'answers-handed-in': [Inbox, calm],
  'answer-returned': [Undo2, warm],
  'answer-accepted': [CheckCheck, calm],
  'mark-corrected': [ClipboardCheck, calm],
  'attempts-used': [Inbox, warm],
  'attempts-given': [RotateCcw, calm],
  'lectures-opened': [LockOpen, calm],
  'marks-set': [ClipboardCheck, calm],
  'many-marks-set': [ClipboardCheck, calm],
  'certificate-issued': [Award, warm],
  'certificate-withdrawn': [Award, alarming],
  text: [Bell, calm],
}

/** What a notification is about, as a picture; marks it while it is unread. */
export function NotificationIcon({ kind, unread }: { kind: NotificationKind; unread: boolean }) {
  const [Icon, colours] = looks[kind] ?? looks.text
  return (
    <span className={cx('relative grid size-9 shrink-0 place-items-center rounded-full', colours)}>
      <Icon aria-hidden="true" className="size-4.5" />
      {unread && (
        <span className="absolute -top-0.5 -end-0.5 size-3 rounded-full border-2 border-surface bg-danger">
          <span className="sr-only">
            <Trans>Unread: </Trans>
          </span>
        </span>
      )}
    </span>
  )
}
