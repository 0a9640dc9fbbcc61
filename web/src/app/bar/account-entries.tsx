import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Viewer } from '@virtual-courses/contract'
import {
  Award,
  Bell,
  BookOpen,
  CreditCard,
  Heart,
  LogOut,
  NotebookPen,
  ReceiptText,
  Settings,
  Star,
  UserRound,
} from 'lucide-react'
import { type MakePayment, nothingToPay } from '#features/enrolments/use-purchase.ts'
import { UnreadCount } from '#features/notifications/unread-badges.tsx'
import { paths } from '#lib/paths.ts'
import type { MenuEntry } from '#ui/overlays/menu-popup.tsx'
import { sayMissing } from '#ui/overlays/toast.ts'
import { useLanguageChoice } from '../language-switch.tsx'
import { useMyCourses } from './bar-links.ts'

/** Loaded on use: every page has the entry. */
const logOut = (): void => {
  import('../log-out.ts').then((module) => module.logOut(), sayMissing)
}

type AccountEntry = Exclude<MenuEntry, { kind: 'switch' }>

/** The entries of the account menu, also on narrow screens. */
export function useAccountEntries(user: Viewer, { busy, nothing, start }: MakePayment): AccountEntry[] {
  const { i18n } = useLingui()
  const courses = useMyCourses(user)
  const { languages, current, choose } = useLanguageChoice()
  const entries: AccountEntry[] = [
    { label: i18n._(msg`My Profile`), to: paths.profile, icon: <UserRound aria-hidden="true" /> },
  ]
  entries.push({ ...courses, icon: <BookOpen aria-hidden="true" /> })
  entries.push({ label: i18n._(msg`Your notes`), to: paths.notes(), icon: <NotebookPen aria-hidden="true" /> })
  if (user.role === 'student')
    entries.push({ label: i18n._(msg`Certificates`), to: paths.certificates, icon: <Award aria-hidden="true" /> })
  if (user.role === 'educator')
    entries.push({ label: i18n._(msg`Reviews`), to: paths.ownCourseReviews, icon: <Star aria-hidden="true" /> })
  if (user.role === 'student')
    entries.push({ label: i18n._(msg`Wishlist`), to: paths.wishlist, icon: <Heart aria-hidden="true" /> })
  if (user.role === 'student') {
    entries.push({
      kind: 'action',
      label: i18n._(busy ? msg`Processing...` : msg`Make Payment`),
      icon: <CreditCard aria-hidden="true" />,
      disabled: busy || nothing,
      ...(nothing && { aside: i18n._(nothingToPay) }),
      onSelect: start,
    })
    entries.push({ label: i18n._(msg`My Purchases`), to: paths.purchases, icon: <ReceiptText aria-hidden="true" /> })
  }
  entries.push({
    label: i18n._(msg`Notifications`),
    to: paths.notifications,
    icon: <Bell aria-hidden="true" />,
    aside: <UnreadCount />,
  })
  entries.push({ label: i18n._(msg`Account`), to: paths.account, icon: <Settings aria-hidden="true" /> })
  if (languages.length > 1)
    entries.push({
      kind: 'choice',
      title: i18n._(msg`Language`),
      value: current,
      options: languages.map(({ tag, name }) => ({ value: tag, label: name })),
      onChange: (language) => void choose(language),
    })
  entries.push(
    { kind: 'separator' },
    { kind: 'action', label: i18n._(msg`LogOut`), icon: <LogOut aria-hidden="true" />, onSelect: logOut },
  )
  return entries
}
