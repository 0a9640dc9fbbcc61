import { Check } from 'lucide-react'

type Props = {
  title: string
  completed: boolean
  onChange: (completed: boolean) => void
}

/** Whether a lecture is completed. It is ticked automatically near the end of its video, and by hand at any time. */
export function LectureTick({ title, completed, onChange }: Props) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center rounded-full">
      <span className="sr-only">Completed: {title}</span>
      <span className="relative grid size-5.5 place-items-center">
        <input
          type="checkbox"
          checked={completed}
          onChange={({ target }) => onChange(target.checked)}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border-[1.5px] border-line-strong bg-surface transition-colors checked:border-success checked:bg-success hover:border-ink"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3.5}
          className="pointer-events-none relative size-3.5 scale-50 text-on-success opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
    </label>
  )
}
