import { RotateCw } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { Trouble } from './why-it-failed.ts'

const words: Record<Exclude<Trouble, 'refused'>, string> = {
  broken: 'This video could not be loaded.',
  offline: 'The video cannot be reached. It goes on when your connection is back.',
}

/** In place of a picture that does not come. */
export function TroublePanel({ trouble, onRetry }: { trouble: Exclude<Trouble, 'refused'>; onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center bg-night p-4 text-center text-on-night">
      <div className="grid max-w-sm justify-items-center gap-4">
        <p className="text-lg leading-snug">{words[trouble]}</p>
        <Button variant="night" onClick={onRetry} icon={<RotateCw aria-hidden="true" className="size-4.5" />}>
          Try again
        </Button>
      </div>
    </div>
  )
}
