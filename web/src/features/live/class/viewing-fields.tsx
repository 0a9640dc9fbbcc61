import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Switch } from '#ui/form/checkbox.tsx'
import type { ViewingControl } from '../media/viewing.ts'

/** Which pictures this browser asks for. */
export function ViewingFields({ viewing }: { viewing: ViewingControl }) {
  const { t } = useLingui()
  const { audioOnly, saving } = useSyncExternalStore(viewing.store.subscribe, viewing.store.read)
  return (
    <>
      <Switch
        label={t`Audio only`}
        hint={t`Pictures and screens are not loaded.`}
        checked={audioOnly}
        onChange={({ target }) => viewing.setAudioOnly(target.checked)}
      />
      <Switch
        label={t`Save data`}
        hint={t`Cameras are small. A shared screen stays sharp.`}
        checked={saving}
        onChange={({ target }) => viewing.setSaving(target.checked)}
      />
    </>
  )
}
