import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { captionClass } from './captions.tsx'
import { captionLooks, captionSizes, preferences, usePreferences } from './preferences.ts'

const sizeNames = { small: 'Small', medium: 'Medium', large: 'Large', huge: 'Very large' }
const lookNames = {
  box: 'White on black',
  yellow: 'Yellow on black',
  light: 'Black on white',
  outline: 'White with an outline',
}
const sizes = captionSizes.map((value) => ({ value, label: sizeNames[value] }))
const looks = captionLooks.map((value) => ({ value, label: lookNames[value] }))

type Props = { open: boolean; onClose: () => void }

/** Size and colours of captions, with an example. This browser remembers them. */
export function CaptionsDialog({ open, onClose }: Props) {
  const chosen = usePreferences()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Look of captions" className="max-w-md">
      <div className="@container grid min-h-24 place-items-center rounded-md bg-night-raised p-4">
        <p className={cx(captionClass(chosen), 'text-center')}>This is how captions look</p>
      </div>
      <Field label="Size">
        <Select
          options={sizes}
          value={chosen.captionSize}
          onChange={({ target }) =>
            preferences.change({ captionSize: captionSizes.find((one) => one === target.value) ?? 'medium' })
          }
        />
      </Field>
      <Field label="Colors">
        <Select
          options={looks}
          value={chosen.captionLook}
          onChange={({ target }) =>
            preferences.change({ captionLook: captionLooks.find((one) => one === target.value) ?? 'box' })
          }
        />
      </Field>
    </Dialog>
  )
}
