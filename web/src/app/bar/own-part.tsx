import type { User } from '@virtual-courses/contract'
import { Heart } from 'lucide-react'
import { NavLink } from 'react-router'
import { available } from '#app/features.ts'
import { Bell } from '#features/notifications/bell.tsx'
import { paths } from '#lib/paths.ts'
import { cx } from '#ui/cx.ts'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useOwnNews } from './use-own-news.ts'

const Wishlist = () => (
  <NavLink
    to={paths.wishlist}
    aria-label="Wishlist"
    className={({ isActive }) =>
      cx(iconButtonClass(), 'max-[24rem]:hidden', isActive && 'text-link [&_svg]:fill-current')
    }
  >
    <Heart />
  </NavLink>
)

/**
 * What the bar has for who is signed in: heart and bell of students, the menu of the account on wide screens, and the ear
 * for news. On the narrowest screens the heart is in the menu alone. Visitors do not even load it.
 */
export function OwnPart({ user }: { user: User }) {
  const news = useOwnNews(user._id)
  const student = user.role === 'student'
  return (
    <div className="flex items-center gap-0.5 md:gap-1.5">
      {student && available.wishlist && <Wishlist />}
      {student && available.notifications && <Bell />}
      <p role="status" className="sr-only">
        {news}
      </p>
      <div className="hidden md:block">
        <AccountMenu user={user} />
      </div>
    </div>
  )
}
