import { LogIn, UserRound, UserRoundPlus } from 'lucide-react'
import { withNext } from '#lib/safe-next.ts'
import { useNext } from '#lib/use-next.ts'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'

/** The person icon of somebody who has not signed in. */
export function VisitorMenu() {
  const next = useNext()
  const entries = [
    { label: 'Login', to: withNext('/login', next), icon: <LogIn aria-hidden="true" /> },
    { label: 'Sign Up', to: withNext('/signup', next), icon: <UserRoundPlus aria-hidden="true" /> },
  ]
  return (
    <Menu label="Sign-in menu" entries={entries} triggerClass={iconButtonClass()}>
      <UserRound aria-hidden="true" />
    </Menu>
  )
}
