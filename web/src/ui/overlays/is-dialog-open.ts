/** Whether a dialog lies over the page, which then keeps the keyboard. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"][data-open], [role="alertdialog"][data-open]') !== null

/** Returns the sheet that is open, the upper one of two. */
export const openSheet = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
