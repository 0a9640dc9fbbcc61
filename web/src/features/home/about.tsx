import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { BadgeCheck, Infinity as InfinityIcon, Lightbulb, UsersRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSettings } from '#lib/session/root-data.ts'

const claims = [
  { text: msg`Simplified Learning`, Icon: Lightbulb },
  { text: msg`Expert Trainers`, Icon: UsersRound },
  { text: msg`Big Experience`, Icon: BadgeCheck },
  { text: msg`Lifetime Access`, Icon: InfinityIcon },
]

const poster = '/video/about-poster.webp'

/** Sets the poster when the video comes near the viewport: browsers load posters at once, however far down they are. */
function usePosterNearby() {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const { current } = video
    if (!current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        current.poster = poster
        observer.disconnect()
      },
      { rootMargin: '600px' },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return video
}

/** About us, with a short video that plays on request. */
export function About() {
  const { t } = useLingui()
  const video = usePosterNearby()
  const { siteName } = useSettings()
  return (
    <section className="bg-night text-on-night" aria-labelledby="about">
      <div className="shell grid items-center gap-x-14 gap-y-10 py-section lg:grid-cols-[1.1fr_1fr]">
        <video
          ref={video}
          controls
          playsInline
          preload="none"
          width={1280}
          height={720}
          aria-label={t`About ${{ siteName: isolate(siteName) }}`}
          className="aspect-video h-auto w-full rounded-lg border border-night-line bg-black"
        >
          <source src="/video/about.mp4" type="video/mp4" />
          <track kind="captions" src="/video/about.vtt" srcLang="en" label="English" default />
        </video>
        <div>
          <p className="flex items-center gap-2 text-sm font-semibold text-accent">
            <span aria-hidden="true" className="h-0.5 w-6 rounded-full bg-accent" />
            <Trans>About us</Trans>
          </p>
          <h2 id="about" className="mt-2 text-3xl">
            <Trans>We Maximize Your Learning Growth</Trans>
          </h2>
          <p className="mt-4 text-lg text-on-night-muted">
            <Trans>
              A good course is short where it can be and thorough where it must be. Our educators show real work, step
              by step, and you go at your own pace.
            </Trans>
          </p>
          <ul className="mt-7 grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {claims.map(({ text, Icon }) => (
              <li key={text.id} className="flex items-center gap-3 font-medium">
                <span className="grid size-10 shrink-0 place-items-center rounded-md bg-night-raised text-accent">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <span>{t(text)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
