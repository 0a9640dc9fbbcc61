import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The button that students press, for the educator who looks at his own course: it says what it would do. */
export function PreviewEnroll({ free }: { free: boolean }) {
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
        Enroll Now
      </Button>
      <div aria-live="polite">
        {pressed && (
          <Notice className="mt-3 text-sm">
            This is a preview: nothing was bought.{' '}
            {free ? 'Students are enrolled at once here.' : 'Students pay here and are enrolled.'}
          </Notice>
        )}
      </div>
    </>
  )
}
