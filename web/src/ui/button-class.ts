import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'ghost' | 'success' | 'danger' | 'night' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary shadow-card hover:bg-primary-hover',
  accent: 'bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-tint',
  success: 'bg-success text-on-success shadow-card hover:bg-success-hover',
  danger: 'bg-danger text-on-danger shadow-card hover:bg-danger-hover',
  night: 'border border-night-line bg-night-raised text-on-night hover:bg-night-line',
  link: 'text-link underline decoration-1 underline-offset-4 hover:decoration-2',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 rounded-sm px-3 text-sm',
  md: 'min-h-11 gap-2 rounded-md px-4.5 text-base',
  lg: 'min-h-13 gap-2.5 rounded-md px-6 text-lg',
}

/** The look of a button, for elements that are not one (a label of a file input, a trigger). */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block = false,
}: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  block?: boolean | undefined
} = {}): string {
  return cx(
    'relative inline-flex items-center justify-center font-semibold leading-tight select-none',
    'transition-[background-color,border-color,color,scale] active:not-aria-disabled:scale-[0.98]',
    'disabled:opacity-55 aria-disabled:not-aria-busy:opacity-55',
    variant === 'link' ? 'min-h-6 gap-1.5 rounded-sm' : sizes[size],
    variants[variant],
    block && 'w-full',
  )
}
