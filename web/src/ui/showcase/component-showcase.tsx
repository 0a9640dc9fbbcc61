import { Heart } from 'lucide-react'
import { Artwork } from '../artwork/artwork.tsx'
import { LazyArtwork } from '../artwork/lazy-artwork.tsx'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { DraftNotice } from '../form/draft-notice.tsx'
import { Card } from '../layout/card.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { ErrorState } from '../layout/error-state.tsx'
import { Container } from '../layout/page-layout.tsx'
import { ResultList } from '../layout/result-list.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { Logo, LogoMark } from '../logo.tsx'
import { ErrorNotice, Notice } from '../notice.tsx'
import { toast } from '../overlays/toast.ts'
import { SaidText } from '../said.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { ShowcaseActions } from './showcase-actions.tsx'
import { ShowcaseData } from './showcase-data.tsx'
import { ShowcaseForms } from './showcase-forms.tsx'
import { ShowcaseOverlays } from './showcase-overlays.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

function ShowcaseStates() {
  return (
    <ShowcaseSection title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <Notice>Uploading video... Please wait.</Notice>
        <Notice tone="success">Saved a moment ago.</Notice>
        <Notice tone="warning">You have changes that are not saved.</Notice>
        <ErrorNotice said="The upload was interrupted. Your earlier file is unchanged." />
        <ErrorNotice said={{ message: 'Please log in', login: '/dev/ui' }} />
        {(['restored', 'offered', 'other', 'aside'] as const).map((state) => (
          <DraftNotice
            key={state}
            draft={{ state, take: () => toast.info('Taken'), leave: () => toast.info('Left') }}
            when={<span>Typed two minutes ago</span>}
          />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-3">
        <Card flush>
          <Skeleton className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        </Card>
        <Card>
          <EmptyState
            as="h3"
            icon={<Heart />}
            title="Your wishlist is empty"
            text="Press the heart on a course to keep it here."
            action={<Button variant="accent">View all Courses</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            as="h3"
            text={<SaidText said={{ message: 'The server did not answer.', login: '/dev/ui' }} />}
            onRetry={() => toast.info('Trying again')}
          />
        </Card>
      </div>
      <ResultList
        summary="2 courses"
        coming={false}
        filled
        empty={{ title: 'No courses found' }}
        pages={{ previous: null, next: '?at=next' }}
      >
        <Card>Painting</Card>
      </ResultList>
    </ShowcaseSection>
  )
}

const swatches = [
  ['canvas', 'bg-canvas text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['sunken', 'bg-sunken text-ink'],
  ['tint', 'bg-tint text-ink'],
  ['primary', 'bg-primary text-on-primary'],
  ['primary-soft', 'bg-primary-soft text-on-primary-soft'],
  ['accent', 'bg-accent text-on-accent'],
  ['accent-soft', 'bg-accent-soft text-on-accent-soft'],
  ['success', 'bg-success text-on-success'],
  ['success-soft', 'bg-success-soft text-on-success-soft'],
  ['danger', 'bg-danger text-on-danger'],
  ['danger-soft', 'bg-danger-soft text-on-danger-soft'],
  ['night', 'bg-night text-on-night'],
  ['night-raised', 'bg-night-raised text-on-night-muted'],
] as const

function ShowcaseColors() {
  return (
    <ShowcaseSection title="Colour and type" text="Deep indigo ink, warm saffron, near-white paper.">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {swatches.map(([name, look]) => (
          <div
            key={name}
            className={cx('grid h-24 content-end rounded-md border border-line p-3 text-sm font-semibold', look)}
          >
            {name}
          </div>
        ))}
      </div>
      <ShowcaseRow name="Type" className="flex-col items-start!">
        <p className="font-display text-display font-bold">Learn what comes next ₹1,299</p>
        <p className="font-display text-4xl font-bold">Four: real reviews from real learners</p>
        <p className="font-display text-3xl font-bold">Three: our popular courses</p>
        <p className="text-2xl font-semibold">Two: curriculum and lectures</p>
        <p className="text-lg text-muted">Large and muted: calm, bright, generous, quick.</p>
        <p>
          Base ink, with a <span className="text-link underline underline-offset-4">link</span>,{' '}
          <span className="text-muted">muted</span>, <span className="text-subtle">subtle</span>,{' '}
          <span className="text-accent-text">accent</span>, <span className="text-success">success</span> and{' '}
          <span className="text-danger">danger</span> text. Łukasz pays ₹10,00,000.
        </p>
      </ShowcaseRow>
    </ShowcaseSection>
  )
}

const titles = ['First steps', 'Going deeper', 'In practice', 'The whole story']

function ShowcaseArtwork() {
  return (
    <ShowcaseSection title="Artwork" text="Nine motifs; each title gets its own variation.">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
        {titles.flatMap((title) =>
          Array.from({ length: 9 }, (_, motif) => (
            <Artwork
              key={`${title} ${motif.toString()}`}
              category={`Category ${motif.toString()}`}
              title={title}
              motif={motif}
              className="rounded-md"
            />
          )),
        )}
      </div>
      <ShowcaseRow name="Placeholder for a missing image">
        <LazyArtwork category="Category 3" title="Later" motif={3} className="w-48 rounded-md" />
      </ShowcaseRow>
      <ShowcaseRow name="Brand">
        <Logo name="Virtual Courses" className="max-w-full text-3xl!" />
        <span className="max-w-full rounded-md bg-night p-4">
          <Logo name="Virtual Courses" tone="night" className="max-w-full" />
        </span>
        <LogoMark className="size-24" />
        <LogoMark className="size-8" />
        <LogoMark className="size-4" />
      </ShowcaseRow>
    </ShowcaseSection>
  )
}

/** Renders every component in each of its states, for development. The page around it shows the toasts. */
export function ComponentShowcase() {
  return (
    <Container className="grid grid-cols-1 gap-16">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-6">
        <h1 className="text-4xl">Components</h1>
        <ThemeSwitch />
      </header>
      <ShowcaseColors />
      <ShowcaseActions />
      <ShowcaseForms />
      <ShowcaseOverlays />
      <ShowcaseData />
      <ShowcaseStates />
      <ShowcaseArtwork />
    </Container>
  )
}
