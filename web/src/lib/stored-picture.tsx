import { srcSetOf } from '@virtual-courses/contract'

type Props = {
  /** address of a picture; those of our media store come in several widths and formats */
  src: string
  /** how wide it is shown, as in the `sizes` attribute of an image */
  sizes: string
  /** large and in view at once: loaded before everything else, instead of when it comes into view */
  first?: boolean
  /** the picture is not there or cannot be read */
  onBroken?: () => void
  className?: string
}

/** A 16:9 picture in the smallest size and format that do. Decoration: a text beside it says what it shows. */
export function StoredPicture({ src, sizes, first = false, onBroken, className }: Props) {
  const avif = srcSetOf(src, 'avif')
  const webp = srcSetOf(src, 'webp')
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        // an image that failed before hydration fires no event any more
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) onBroken?.()
        }}
        src={src}
        {...(webp && { srcSet: webp, sizes })}
        alt=""
        width={640}
        height={360}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        onError={onBroken}
        className={className}
      />
    </picture>
  )
}
