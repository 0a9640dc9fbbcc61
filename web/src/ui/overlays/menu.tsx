import type { ReactNode } from 'react'
import type { MenuContent } from './menu-popup.tsx'
import { usePopup } from './use-popup.ts'

export type MenuProps = MenuContent & {
  /** Content of the button. */
  children: ReactNode
  triggerClass?: string
  onOpenChange?: (open: boolean) => void
}

const load = () => import('./menu-popup.tsx').then((module) => module.MenuPopup)

/** Button that opens a list of links and actions. The list is fetched on the first hover, focus or press (decision 033). */
export function Menu({ children, triggerClass, onOpenChange, ...rest }: MenuProps) {
  const { open, part: Popup, change, trigger, triggerProps } = usePopup(load, onOpenChange)
  return (
    <>
      <button type="button" {...triggerProps} aria-label={rest.label} aria-haspopup="menu" className={triggerClass}>
        {children}
      </button>
      {Popup && <Popup {...rest} open={open} onOpenChange={change} trigger={trigger} />}
    </>
  )
}
