import { Heart } from 'lucide-react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Input } from '../input.tsx'
import { Notice } from '../notice.tsx'
import { Price } from '../price.tsx'
import { Progress } from '../progress.tsx'
import { Rating } from '../rating.tsx'
import { GalleryPart } from './gallery-part.tsx'

function Sample({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <div style={{ colorScheme: theme }} className="min-w-0 rounded-xl border border-line bg-canvas p-5 text-ink sm:p-7">
      <p className="mb-5 text-sm font-semibold text-muted">{theme === 'light' ? 'Light' : 'Dark'}</p>
      <Card className="grid gap-5">
        <div className="flex items-center gap-3">
          <Avatar name="asha" />
          <p className="min-w-0 flex-1 font-semibold">Asha Rao</p>
          <IconButton label={`Add to wishlist, ${theme}`}>
            <Heart aria-hidden="true" />
          </IconButton>
        </div>
        <div className="flex flex-wrap gap-2">
          <Badge tone="primary">Painting</Badge>
          <Badge tone="success" dot>
            Published
          </Badge>
          <Badge tone="danger" dot>
            Failed
          </Badge>
        </div>
        <Field label="Name" error="Name is required">
          <Input name={`name-${theme}`} autoComplete="off" placeholder="Asha Rao" />
        </Field>
        <Checkbox label={`Painting, ${theme}`} aside="12" defaultChecked />
        <Progress label="Your progress" value={42} />
        <div className="flex flex-wrap items-center gap-4">
          <Rating value={4.6} count={1200} />
          <Price text="₹1,299" struck="₹1,599" />
        </div>
        <Notice tone="warning">You have changes that are not saved.</Notice>
        <div className="flex flex-wrap gap-3">
          <Button>Primary</Button>
          <Button variant="accent">Accent</Button>
          <Button variant="secondary">Secondary</Button>
        </div>
      </Card>
    </div>
  )
}

/** The same things in both themes at once; everything else follows the switch at the top. */
export function GalleryThemes() {
  return (
    <GalleryPart title="Light and dark" text="Both at once here; the switch above turns the whole page.">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Sample theme="light" />
        <Sample theme="dark" />
      </div>
    </GalleryPart>
  )
}
