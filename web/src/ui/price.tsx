import { useLingui } from '@lingui/react/macro'
import { cx } from './cx.ts'

export type PriceProps = {
  /** Already formatted: "₹1,299" or "Free". */
  text: string
  /** Former price, shown struck through and announced as such. */
  struck?: string | null | undefined
  size?: 'md' | 'lg' | 'xl'
  className?: string
}

const sizes = { md: 'text-base', lg: 'text-xl', xl: 'text-4xl' }

/** Price. Takes text: formatting belongs to `lib/format`. */
export function Price({ text, struck, size = 'md', className }: PriceProps) {
  const { t } = useLingui()
  return (
    <span className={cx('tabular inline-flex items-baseline gap-2', className)}>
      <span className={cx('font-bold tracking-tight', sizes[size])}>{text}</span>
      {struck && (
        <s className={cx('text-muted', size === 'xl' ? 'text-lg' : 'text-sm')}>
          <span className="sr-only">{`${t`Former price`} `}</span>
          <span>{struck}</span>
        </s>
      )}
    </span>
  )
}
