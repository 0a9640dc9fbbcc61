import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const widths = { wide: '', text: 'max-w-3xl', form: 'max-w-xl' }

/** Page column with vertical spacing: `wide` for grids, `text` for reading and two-column forms, `form` for a single form. */
export function Container(props: { width?: keyof typeof widths; className?: string; children: ReactNode }) {
  const { width = 'wide', className, children } = props
  return <div className={cx('shell pt-8 pb-section', widths[width], className)}>{children}</div>
}
