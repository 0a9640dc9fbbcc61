/** The round buttons under the pictures; 44 px, on the dark ground of a call. */
export const roundButton =
  'relative grid size-11 shrink-0 place-items-center rounded-full transition-[filter] hover:brightness-125 aria-disabled:opacity-55 [&_svg]:size-5.5'
