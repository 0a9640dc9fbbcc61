import { imageWidths } from '@virtual-courses/contract'

/** The address of a lecture's picture in the smallest size that fills the screen's width; undefined without one. */
export function posterFor(url: string | undefined): string | undefined {
  const pixels = window.innerWidth * window.devicePixelRatio
  const width = imageWidths.find((one) => one >= pixels) ?? imageWidths.at(-1)
  return url?.replace(/\/\d+\.webp$/, `/${width}.webp`)
}
