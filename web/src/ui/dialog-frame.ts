/** Classes that the dialog and the alert dialog share. Base UI sets the data attributes at the start and the end of the motion. */
export const dialogFrame = {
  backdrop:
    'fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
  popup:
    'fixed inset-x-3 bottom-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-lg flex-col gap-4 overflow-y-auto rounded-xl bg-raised p-6 text-ink shadow-popup transition-[opacity,transform] duration-200 sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
  title: 'text-2xl',
  text: 'text-muted',
  actions: 'mt-2 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end',
}
