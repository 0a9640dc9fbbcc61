import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../button.tsx'
import { Input, type InputProps } from './input.tsx'

/** Password input with a button that reveals it. Set `autoComplete` to `"current-password"` or `"new-password"`. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'trailing'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <Input
      spellCheck={false}
      {...props}
      // what is shown is text to the keyboard of a phone, which begins it with a capital letter
      {...(shown ? { type: 'text', autoCapitalize: 'none' } : { type: 'password' })}
      trailing={
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
          className="size-10"
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  )
}
