import { useState } from 'react'
import { cx } from './cx.ts'

export type AvatarProps = {
  name: string
  /** URL of the photo; shows the initial when it is missing or does not load. */
  photo?: string | null | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string
}

const sizes = {
  sm: { box: 'size-8 text-sm', pixels: 32 },
  md: { box: 'size-10 text-base', pixels: 40 },
  lg: { box: 'size-14 text-xl', pixels: 56 },
  xl: { box: 'size-28 text-4xl', pixels: 112 },
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A virama, which joins a letter of an Indian script to the next one; older engines end a grapheme behind it. */
const joins = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\u200d?$/

/** Returns what a reader takes for the first letter of a name, in upper case: Á, or क्ष with its vowel sign; "?" for an empty name. */
export function initialOf(name: string): string {
  let initial = ''
  for (const { segment } of graphemes.segment(name.trim().slice(0, 64))) {
    initial += segment
    if (!joins.test(initial)) break
  }
  return initial ? initial.toLocaleUpperCase('en') : '?'
}

/** Photo of a user, or the initial of the name. Hidden from screen readers; the name is next to it or in the label. */
export function Avatar({ name, photo, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { box, pixels } = sizes[size]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-display font-bold text-on-primary-soft select-none',
        box,
        className,
      )}
    >
      {/* engines of another age may see another first letter than the server */}
      <span suppressHydrationWarning>{initialOf(name)}</span>
      {photo && broken !== photo && (
        <img
          // An image that failed before hydration fires no error event afterwards.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setBroken(photo)
          }}
          src={photo}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(photo)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  )
}
