import { Heart } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'

/** The heart that students see, for the educator who looks at his own course: it says what it would do. */
export const PreviewHeart = () => (
  <IconButton
    floating
    label="Add to wishlist"
    onClick={() => toast.info('This is a preview: students put the course on their wishlist here.')}
  >
    <Heart />
  </IconButton>
)
