import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Lock } from 'lucide-react'
import { LazyPlayer } from './lazy-player.tsx'
import { PlayerPrompt } from './player-prompt.tsx'

/** Plays the free lectures of a course on its store page. */
export function PreviewPlayer({ lecture }: { lecture: Lecture | null }) {
  if (!lecture) return <PlayerPrompt text="Select a preview lecture to watch" />
  if (!lecture.videoUrl) return <PlayerPrompt text="This lecture has no video yet." icon={<CircleSlash />} />
  return (
    <LazyPlayer
      autoPlay
      lecture={lecture}
      refused={<PlayerPrompt text="This lecture is no longer a free preview." icon={<Lock />} />}
    />
  )
}
