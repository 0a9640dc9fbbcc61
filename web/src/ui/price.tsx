import { useLingui } from '@lingui/react/macro'
import { preload } from 'react-dom'
import { cx } from './cx.ts'
import rupee from './fonts/inter-rupee.woff2?url'

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
  // found by the layout otherwise, which is then done again for the whole page
  if (`${text}${struck ?? ''}`.includes('₹'))
    preload(rupee, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' })
  return (
    <span className={cx('tabular inline-flex flex-wrap items-baseline gap-x-2', className)}>
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
