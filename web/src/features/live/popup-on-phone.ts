/** A window of a button at the foot of a phone's screen: it stands above the controls, as wide as the screen. */
export const popupOnPhone =
  'max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-30 max-sm:m-0 max-sm:w-auto max-sm:max-w-none max-sm:[position-area:none] max-sm:[position-try-fallbacks:none]'
