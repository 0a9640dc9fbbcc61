import { Headset, Infinity as InfinityIcon, type LucideIcon, MonitorPlay, UsersRound, Wallet } from 'lucide-react'
import { useSettings } from '#lib/root-data.ts'

const points: { text: string; Icon: LucideIcon }[] = [
  { text: '100+ Online Courses', Icon: MonitorPlay },
  { text: 'Lifetime Access', Icon: InfinityIcon },
  { text: 'Value for Money', Icon: Wallet },
  { text: 'Lifetime Support', Icon: Headset },
  { text: 'Community Support', Icon: UsersRound },
]

/** The strip of selling points (specification, section 1). */
export function SellingPoints() {
  const { siteName } = useSettings()
  return (
    <section aria-label={`Why ${siteName}`} className="border-y border-line bg-surface">
      <ul className="shell flex flex-wrap justify-center gap-x-10 gap-y-4 py-6 lg:justify-between">
        {points.map(({ text, Icon }) => (
          <li key={text} className="flex items-center gap-3 font-medium">
            <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent-text" />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
