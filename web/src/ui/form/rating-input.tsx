import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../cx.ts'

export type RatingInputProps = {
  legend: ReactNode
  name?: string
  /** 1 to 5; 0 while nothing is chosen. */
  value: number
  onChange: (value: number) => void
  /** what may be chosen, the fewest first */
  stars: readonly number[]
  error?: string | null
  disabled?: boolean
}

/** Rating by stars: native radio buttons named "1 star", "2 stars" and so on, so the arrow keys work. */
export function RatingInput({ legend, name, value, onChange, stars, error, disabled }: RatingInputProps) {
  const { t } = useLingui()
  const id = useId()
  const [hovered, setHovered] = useState(0)
  const shown = hovered || value
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="-ms-1 inline-flex flex-wrap" onPointerLeave={() => setHovered(0)}>
        {stars.map((star) => (
          <span key={star} className="relative grid size-11 place-items-center" onPointerEnter={() => setHovered(star)}>
            <Star
              aria-hidden="true"
              strokeWidth={1.75}
              className={cx(
                'size-8 transition-[color,fill,scale]',
                star <= shown ? 'fill-star text-star' : 'fill-transparent text-line-strong',
                star === hovered && 'scale-110',
              )}
            />
            <input
              type="radio"
              name={name ?? id}
              value={star}
              aria-label={t`${plural(star, { one: '# star', other: '# stars' })}`}
              checked={value === star}
              onChange={() => {
                setHovered(0)
                onChange(star)
              }}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
            />
          </span>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
