import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Switch } from '#ui/form/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { shortcuts } from './player-keys.ts'
import { preferences, usePreferences } from './preferences.ts'

type Props = {
  open: boolean
  /** what this player has: the page can give it all of its width, and notes can be written */
  has: Record<'theatre' | 'notes', boolean>
  onClose: () => void
}

/** The keyboard shortcuts of the player. */
export function ShortcutsDialog({ open, has, onClose }: Props) {
  const { t } = useLingui()
  const { letterKeys } = usePreferences()
  const known = shortcuts.filter(({ only }) => only === undefined || has[only])
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t`Keyboard shortcuts`} className="max-w-md">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
        {known.map(({ keys, does }) => (
          <div key={does.id} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt className="flex items-center gap-1">
              {keys.map((key, index) => (
                <Fragment key={typeof key === 'string' ? key : key.id}>
                  {key === '…' ? (
                    <span>…</span>
                  ) : (
                    <kbd className="grid min-h-7 min-w-7 place-items-center rounded-sm border border-line-strong bg-sunken px-1.5 font-sans text-xs font-semibold">
                      {typeof key === 'string' ? key : t(key)}
                    </kbd>
                  )}
                  {index < keys.length - 1 && (
                    <span className="sr-only">{` ${t({ message: 'or', context: 'between keys' })} `}</span>
                  )}
                </Fragment>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t`Use these keys`}
        hint={t`Turned off, only space and the arrow keys work, in the player.`}
        checked={letterKeys}
        onChange={({ target }) => preferences.change({ letterKeys: target.checked })}
        className="border-t border-line pt-4"
      />
    </Dialog>
  )
}
