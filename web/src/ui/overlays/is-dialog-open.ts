/** Whether a dialog lies over the page, which then keeps the keyboard. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
