import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

/** Cards in as many columns as fit. Children are list items. */
export function CourseGrid({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return (
    <ul className={cx('grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-6', narrow ? 'xl:grid-cols-3' : 'lg:grid-cols-3')}>
      {children}
    </ul>
  )
}
