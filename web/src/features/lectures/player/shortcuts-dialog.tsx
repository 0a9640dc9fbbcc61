import { X } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { iconButtonClass } from '#ui/icon-button.tsx'
import { keepTabInside } from '#ui/keep-tab-inside.ts'
import { Switch } from '#ui/switch.tsx'
import { shortcuts } from './player-keys.ts'
import { preferences, usePreferences } from './preferences.ts'

type Props = { open: boolean; onClose: () => void }

/** The keyboard shortcuts of the player. A native dialog, because it is above the video in full screen. */
export function ShortcutsDialog({ open, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { letterKeys } = usePreferences()
  useEffect(() => {
    const { current } = dialog
    if (open && !current?.open) current?.showModal()
    if (!open && current?.open) current.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="player-shortcuts"
      onClose={onClose}
      onKeyDown={(event) => {
        event.stopPropagation()
        keepTabInside(event.nativeEvent, event.currentTarget)
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100vw-1.5rem)] max-w-md overflow-y-auto rounded-xl bg-raised p-6 text-ink shadow-popup backdrop:bg-scrim"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id="player-shortcuts" className="text-2xl">
          Keyboard shortcuts
        </h2>
        <button type="button" aria-label="Close" onClick={onClose} className={`${iconButtonClass()} -mt-2 -mr-2`}>
          <X aria-hidden="true" />
        </button>
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-1">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {key === '…' ? (
                    <span>…</span>
                  ) : (
                    <kbd className="grid min-h-7 min-w-7 place-items-center rounded-sm border border-line-strong bg-sunken px-1.5 font-sans text-xs font-semibold">
                      {key}
                    </kbd>
                  )}
                  {index < keys.length - 1 && <span className="sr-only"> or </span>}
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use these keys"
        hint="Turned off, only space and the arrow keys work, in the player."
        checked={letterKeys}
        onChange={({ target }) => preferences.change({ letterKeys: target.checked })}
        className="mt-5 border-t border-line pt-4"
      />
    </dialog>
  )
}
