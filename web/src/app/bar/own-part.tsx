import type { User } from '@virtual-courses/contract'
import { Heart } from 'lucide-react'
import { NavLink } from 'react-router'
import { available } from '#app/features.ts'
import { Bell } from '#features/notifications/bell.tsx'
import { paths } from '#lib/paths.ts'
import { cx } from '#ui/cx.ts'
import { iconButtonClass } from '#ui/icon-button-class.ts'
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
 * What the bar has for who is signed in, beside the menu of the account: heart and bell of students, and for everybody the
 * ear for news. On the narrowest screens the heart is in the menu alone. Visitors do not even load it.
 */
export function OwnPart({ user }: { user: User }) {
  const news = useOwnNews(user._id)
  const student = user.role === 'student'
  return (
    <div className="flex items-center gap-0.5">
      {student && available.wishlist && <Wishlist />}
      {student && available.notifications && <Bell />}
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  )
}
