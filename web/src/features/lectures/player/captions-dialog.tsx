import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { captionClass } from './captions.tsx'
import { captionLooks, captionSizes, preferences, usePreferences } from './preferences.ts'

const sizeNames = {
  small: msg({ message: 'Small', context: 'caption size' }),
  medium: msg({ message: 'Medium', context: 'caption size' }),
  large: msg({ message: 'Large', context: 'caption size' }),
  huge: msg({ message: 'Very large', context: 'caption size' }),
}
const lookNames = {
  box: msg`White on black`,
  yellow: msg`Yellow on black`,
  light: msg`Black on white`,
  outline: msg`White with an outline`,
}

type Props = { open: boolean; onClose: () => void }

/** Size and colours of captions, with an example. This browser remembers them. */
export function CaptionsDialog({ open, onClose }: Props) {
  const { t } = useLingui()
  const chosen = usePreferences()
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t`Look of captions`} className="max-w-md">
      <div className="@container grid min-h-24 place-items-center rounded-md bg-night-raised p-4">
        <p className={cx(captionClass(chosen), 'text-center')}>
          <Trans>This is how captions look</Trans>
        </p>
      </div>
      <Field label={t`Size`}>
        <Select
          options={captionSizes.map((value) => ({ value, label: t(sizeNames[value]) }))}
          value={chosen.captionSize}
          onChange={({ target }) =>
            preferences.change({ captionSize: captionSizes.find((one) => one === target.value) ?? 'medium' })
          }
        />
      </Field>
      <Field label={t`Colors`}>
        <Select
          options={captionLooks.map((value) => ({ value, label: t(lookNames[value]) }))}
          value={chosen.captionLook}
          onChange={({ target }) =>
            preferences.change({ captionLook: captionLooks.find((one) => one === target.value) ?? 'box' })
          }
        />
      </Field>
    </Dialog>
  )
}
