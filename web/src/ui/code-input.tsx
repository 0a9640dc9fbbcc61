import { type ComponentProps, type CSSProperties, type InputEvent, useState } from 'react'
import { cx } from './cx.ts'
import { digitsOf } from './digits-of.ts'
import { useFieldControl } from './field-context.ts'

export type CodeInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'maxLength'> & {
  /** how many digits the code has */
  length: number
}

/**
 * A short code of digits, each in a box of its own. One input under the boxes: pasting, filling in from a message, a screen
 * reader and the arrow keys work as in any other, before the page's script is there too.
 */
export function CodeInput({ length, className, onInput, ...rest }: CodeInputProps) {
  const control = useFieldControl(rest)
  /** what is selected, as the boxes show it; nothing but the caret if both are the same */
  const [{ start, end }, setSelection] = useState({ start: 0, end: 0 })

  function tidy(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const digits = digitsOf(input.value, length)
    // writing an unchanged value would move the caret to the end
    if (digits !== input.value) input.value = digits
    onInput?.(event)
  }

  // the caret behind the last digit stands in the last box
  const current = start === end ? Math.min(start, length - 1) : -1
  return (
    // React's type of a style knows no custom properties
    <div
      className="group relative w-fit rounded-md outline-offset-4 outline-transparent has-focus-visible:outline-2"
      style={{ '--boxes': length } as CSSProperties}
    >
      <div aria-hidden="true" className="flex gap-2.5">
        {Array.from({ length }, (_, box) => box).map((box) => (
          <span
            key={box}
            className={cx(
              'h-16 w-14 rounded-md border bg-surface transition-[border-color,box-shadow]',
              control['aria-invalid'] ? 'border-danger inset-ring inset-ring-danger' : 'border-line-strong',
              box >= start && box < end && 'group-has-focus-visible:bg-accent-soft',
              box === current &&
                'group-has-focus-visible:border-focus group-has-focus-visible:inset-ring group-has-focus-visible:inset-ring-focus',
            )}
          />
        ))}
      </div>
      <span className="absolute inset-0 overflow-clip">
        <input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...control}
          onInput={tidy}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
            setSelection({ start: selectionStart ?? 0, end: selectionEnd ?? 0 })
          }
          type="text"
          className={cx('code-digits', className)}
        />
      </span>
    </div>
  )
}
