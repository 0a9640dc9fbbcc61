import { MonitorPlay } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Slot } from '#ui/slot.ts'

type PlayerPromptProps = { text: ReactNode; icon?: Slot; action?: Slot }

/** Shown instead of the player while no video plays; the same size, so that nothing moves when one does. */
export function PlayerPrompt({ text, icon = <MonitorPlay />, action }: PlayerPromptProps) {
  return (
    <div className="grid aspect-video min-h-48 w-full place-items-center bg-night p-4 text-center text-on-night sm:p-6">
      <div className="grid min-w-0 justify-items-center gap-3 sm:gap-4">
        <span aria-hidden="true" className="text-accent max-sm:hidden [&_svg]:size-10 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
        <p className="max-w-sm text-lg leading-snug">{text}</p>
        {action}
      </div>
    </div>
  )
}
