/** A rectangle on the screen, in pixels from its top left. */
export type Area = { left: number; right: number; top: number; bottom: number }

const gap = 8
/** Higher controls, such as a course card, can still be pressed beside a message. */
const largeControl = 96

const overlap = (one: Area, other: Area): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * Returns where messages have to begin so that they cover no control: below those that lie under `area`, or where the area begins
 * if that would move them past `lowest`.
 */
export function topBeside(area: Area, controls: readonly Area[], lowest: number): number {
  const height = area.bottom - area.top
  const small = controls.filter(({ top, bottom }) => bottom - top < largeControl).sort((a, b) => a.top - b.top)
  let { top } = area
  for (const control of small) if (overlap({ ...area, top, bottom: top + height }, control)) top = control.bottom + gap
  return top + height > lowest ? area.top : top
}
