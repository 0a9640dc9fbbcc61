import type { ReactNode } from 'react'
import type { PopoverContent } from './popover-popup.tsx'
import { usePopup } from './use-popup.ts'

export type PopoverProps = PopoverContent & { trigger: ReactNode; triggerClass?: string }

const load = () => import('./popover-popup.tsx').then((module) => module.PopoverPopup)

/** Button that opens a small window. The window's code is fetched on the first hover, focus or press (decision 033). */
export function Popover({ trigger: content, triggerClass, ...rest }: PopoverProps) {
  const { open, part: Popup, change, trigger, triggerProps } = usePopup(load)
  return (
    <>
      <button type="button" {...triggerProps} aria-label={rest.label} aria-haspopup="dialog" className={triggerClass}>
        {content}
      </button>
      {Popup && <Popup {...rest} open={open} onOpenChange={change} trigger={trigger} />}
    </>
  )
}
