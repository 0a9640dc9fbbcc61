import { type ComponentProps, type CSSProperties, type InputEvent, useState } from 'react'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

export type CodeInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'maxLength'> & {
  /** number of digits */
  length: number
}

/** Returns a digit of any script as 0 to 9; null for other characters. */
function digitOf(character: string): string | null {
  if (/[0-9]/.test(character)) return character
  if (!/\p{Nd}/u.test(character)) return null
  // the ten digits of a script are consecutive code points, preceded by a character that is no digit
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/**
 * Returns the code of `length` digits in a text that was typed, filled in or pasted: a run of exactly that length if there
 * is one ("your code is 0417"), otherwise the first digits ("04 17").
 */
export function digitsOf(text: string, length: number): string {
  const plain = Array.from(text, (character) => digitOf(character) ?? (/\s|-/.test(character) ? ' ' : '.')).join('')
  const run = plain.match(/\d+/g)?.find((digits) => digits.length === length)
  return (run ?? plain.replace(/\D/g, '')).slice(0, length)
}

/**
 * Input for a short numeric code, one box per digit. A single input under the boxes: pasting, autofill from a message,
 * screen readers and the arrow keys work as in any other input, before hydration too.
 */
export function CodeInput({ length, className, onInput, ...rest }: CodeInputProps) {
  const control = useFieldControl(rest)
  /** selected range as the boxes show it; only a caret when both are equal */
  const [{ start, end }, setSelection] = useState({ start: 0, end: 0 })

  function tidy(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget
    const digits = digitsOf(input.value, length)
    // writing an unchanged value would move the caret to the end
    if (digits !== input.value) input.value = digits
    onInput?.(event)
  }

  // a caret after the last digit is shown in the last box
  const current = start === end ? Math.min(start, length - 1) : -1
  return (
    // React's type of a style knows no custom properties
    <div
      // digits of a code stand from left to right in every script
      dir="ltr"
      className="code-boxes group relative w-fit rounded-md outline-offset-4 outline-transparent has-focus-visible:outline-2"
      style={{ '--boxes': length } as CSSProperties}
    >
      <div aria-hidden="true" className="flex gap-2.5">
        {Array.from({ length }, (_, box) => box).map((box) => (
          <span
            key={box}
            className={cx(
              'h-16 w-(--box) rounded-md border bg-surface transition-[border-color,box-shadow]',
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
