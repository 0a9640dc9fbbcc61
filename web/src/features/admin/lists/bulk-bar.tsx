import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/button.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { bulkTexts } from './bulk-texts.ts'
import { focusPageBox } from './select-box.tsx'
import type { Selection } from './selection.ts'
import type { BulkChoice } from './use-bulk.tsx'

type Props = {
  selection: Selection
  /** the acts that fit at least one chosen row */
  choices: readonly BulkChoice[]
  busy: boolean
  onPress: (choice: BulkChoice) => void
}

/** The bar of the chosen rows, in view while there are some. */
export function BulkBar({ selection, choices, busy, onPress }: Props) {
  const { t } = useLingui()
  const count = selection.ids.length
  if (count === 0) return null
  function clear() {
    selection.choose([])
    // the bar leaves with the button that had the focus
    focusPageBox()
  }
  return (
    <SaveBar inColumn state={t`${plural({ count }, { one: '# selected', other: '# selected' })}`}>
      <Button variant="ghost" size="sm" onClick={clear}>
        <Trans>Clear selection</Trans>
      </Button>
      {choices.map((choice) => (
        <Button
          key={choice.act}
          size="sm"
          variant={bulkTexts[choice.act].danger ? 'danger' : 'primary'}
          busy={busy}
          onClick={() => onPress(choice)}
        >
          {t(bulkTexts[choice.act].button(choice.ids.length))}
        </Button>
      ))}
    </SaveBar>
  )
}
