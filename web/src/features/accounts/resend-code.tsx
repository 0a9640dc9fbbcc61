import { useSecondsLeft } from '#lib/use-seconds-left.ts'
import { Button } from '#ui/button.tsx'
import { resendAfter } from './reset-progress.ts'

/** Asks for another code, after a moment: the first one may still be on its way. `since` is when it was sent, in milliseconds. */
export function ResendCode({ since, busy }: { since: number; busy: boolean }) {
  const left = useSecondsLeft(since + resendAfter)
  return (
    <Button
      type="submit"
      name="intent"
      value="send"
      formNoValidate
      variant="link"
      busy={busy}
      // not `disabled`: the focus stays where it is when the wait begins again
      aria-disabled={left > 0 || undefined}
      onClick={(event) => left > 0 && event.preventDefault()}
    >
      Send a new code
      {left > 0 && (
        // a name that changes every second would be read aloud every second
        <span aria-hidden="true" className="tabular">
          in {left} s
        </span>
      )}
    </Button>
  )
}
