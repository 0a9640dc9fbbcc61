import { isolate } from '@virtual-courses/contract/values/isolate'
import { Pencil, Users } from 'lucide-react'
import { useState } from 'react'
import { Artwork } from '../artwork/artwork.tsx'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { IconButton } from '../button.tsx'
import { Fact } from '../fact.tsx'
import { FileLink } from '../form/file-link.tsx'
import { Card } from '../layout/card.tsx'
import { FoldCard, FoldRoom } from '../layout/fold-card.tsx'
import { PageHeader } from '../layout/page-layout.tsx'
import { StatTile } from '../layout/stat-tile.tsx'
import { Table } from '../layout/table.tsx'
import { Price } from '../price.tsx'
import { Progress } from '../progress.tsx'
import { Rating } from '../rating.tsx'
import { Steps } from '../steps.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

const rows = [
  { id: '1', title: 'Watercolour from the first drop', price: '₹1,299', state: 'Published' },
  { id: '2', title: 'Harmonium for patient beginners', price: '₹499', state: 'Draft' },
  { id: '3', title: 'Reading clouds', price: 'NA', state: 'Draft' },
]

export function ShowcaseData() {
  const [open, setOpen] = useState(true)
  return (
    <ShowcaseSection title="Data">
      <PageHeader
        back="/dev/ui"
        title="A working page"
        text="With its back arrow, its state and its actions."
        aside={
          <Badge tone="success" dot>
            Published
          </Badge>
        }
        actions={
          <IconButton label="Edit">
            <Pencil aria-hidden="true" />
          </IconButton>
        }
      />
      <Table
        caption="A list of your recent courses."
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'title',
            header: 'Course',
            cell: (row) => (
              <span className="flex min-w-56 items-center gap-3 font-medium">
                <Artwork category={row.id} title={row.title} className="w-20 shrink-0 rounded-sm" />
                <span dir="auto">{row.title}</span>
              </span>
            ),
          },
          { key: 'price', header: 'Price', align: 'end', cell: (row) => <Price text={row.price} /> },
          {
            key: 'state',
            header: 'Status',
            cell: (row) => (
              <Badge dot tone={row.state === 'Draft' ? 'neutral' : 'success'}>
                {row.state}
              </Badge>
            ),
          },
          {
            key: 'edit',
            header: <span className="sr-only">Edit</span>,
            align: 'end',
            cell: (row) => (
              <IconButton label={`Edit ${isolate(row.title)}`}>
                <Pencil aria-hidden="true" />
              </IconButton>
            ),
          },
        ]}
      />
      <div className="grid gap-3">
        <FoldCard icon={<Users />} title="A card that folds" count={3} open={open} onToggle={() => setOpen(!open)}>
          <p className="p-5">What is only fetched when it is opened.</p>
        </FoldCard>
        <FoldRoom icon={<Users />} title="Its room" />
      </div>
      <ShowcaseRow name="Badges">
        <Badge>Beginner</Badge>
        <Badge tone="primary">Painting</Badge>
        <Badge tone="accent">Processing 42 %</Badge>
        <Badge tone="success" dot>
          Published
        </Badge>
        <Badge tone="danger" dot>
          Failed
        </Badge>
        <Badge tone="night">Live</Badge>
      </ShowcaseRow>
      <ShowcaseRow name="People, ratings, prices">
        <Avatar name="asha" size="sm" />
        <Avatar name="Émile" />
        <Avatar name="ravi" photo="/no-such-photo.jpg" size="lg" />
        <Avatar name="meera" size="xl" />
        <Rating value={4.6} count={1200} />
        <Rating value={3.5} full />
        <Rating value={0} count={0} full />
        <Price text="₹1,299" struck="₹1,599" size="xl" />
        <Price text="Free" size="lg" />
      </ShowcaseRow>
      <Card className="grid gap-6">
        <dl className="grid gap-4 sm:grid-cols-2">
          <StatTile icon={<Users />} label="Students" value="1,204" text="38 this week" />
          <StatTile icon={<Users />} label="Educators" value="7" text="all of them active" to="/dev/ui" />
        </dl>
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name="Paid">₹1,299 on 4 November 2026</Fact>
          <Fact name="Invoice">
            <FileLink
              login="/login"
              href="/favicon.svg"
              download="invoice.svg"
              className="inline-block min-h-6 text-primary underline"
            >
              Save the invoice
            </FileLink>
          </Fact>
        </dl>
        <Progress label="lecture-03-brushes.mp4" value={42} />
        <Progress label="Your progress" value={25} valueText="3 of 12 lectures" tone="success" />
        <Progress label="Reading the file" value={null} tone="accent" />
        <Steps label="Progress" steps={['Email', 'Code', 'New password']} current={1} />
      </Card>
    </ShowcaseSection>
  )
}
