import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Lock } from 'lucide-react'
import { PlayerPrompt } from './player-prompt.tsx'
import { VideoPlayer } from './video-player.tsx'

/** Plays the free lectures of a course on its store page. */
export function PreviewPlayer({ lecture }: { lecture: Lecture | null }) {
  if (!lecture) return <PlayerPrompt text="Select a preview lecture to watch" />
  if (!lecture.videoUrl) return <PlayerPrompt text="This lecture has no video yet." icon={<CircleSlash />} />
  return (
    <VideoPlayer
      key={lecture._id}
      lecture={lecture}
      refused={<PlayerPrompt text="This lecture is no longer a free preview." icon={<Lock />} />}
    />
  )
}
