import { srcSetOf } from '@virtual-courses/contract'

type Props = {
  /** address of an image; those of our media store come in several widths and formats */
  src: string
  /** displayed width, as in the `sizes` attribute of an image */
  sizes: string
  /** above the fold: loaded with priority instead of when it comes into view */
  first?: boolean
  /** the image is missing or invalid */
  onBroken?: () => void
  className?: string
}

/** A 16:9 image in the smallest suitable size and format. Decorative: a text beside it describes it. */
export function StoredImage({ src, sizes, first = false, onBroken, className }: Props) {
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
