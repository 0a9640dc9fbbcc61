import { Trans, useLingui } from '@lingui/react/macro'
import { GraduationCap, Heart } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** The students' button in the educator's preview. It only explains what it would do. */
export function PreviewEnroll({ free }: { free: boolean }) {
  const { t } = useLingui()
  const [pressed, setPressed] = useState(false)
  return (
    <>
      <Button
        variant="accent"
        size="lg"
        block
        icon={<GraduationCap aria-hidden="true" className="size-5.5" />}
        onClick={() => setPressed(true)}
      >
        <Trans>Enroll Now</Trans>
      </Button>
      <div aria-live="polite">
        {pressed && (
          <Notice className="mt-3 text-sm">
            {free
              ? t`This is a preview: nothing was bought. Students are enrolled at once here.`
              : t`This is a preview: nothing was bought. Students pay here and are enrolled.`}
          </Notice>
        )}
      </div>
    </>
  )
}

/** The students' heart in the educator's preview. It only explains what it would do. */
export function PreviewHeart() {
  const { t } = useLingui()
  return (
    <IconButton
      floating
      label={t`Add to wishlist`}
      onClick={() => toast.info(t`This is a preview: students put the course on their wishlist here.`)}
    >
      <Heart />
    </IconButton>
  )
}
