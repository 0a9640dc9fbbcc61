import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LocalMedia, LocalMediaControl } from './local-media.ts'
import { wordsFor } from './media-problem.ts'

/** Says why camera or microphone cannot be used, and what to click. Nothing while both work. */
export function MediaHelp({ control, media }: { control: LocalMediaControl; media: LocalMedia }) {
  const { audio, video } = media
  const same = audio.problem === video.problem
  const help = same
    ? [{ problem: audio.problem, devices: ['camera', 'microphone'] as const }]
    : [
        { problem: video.problem, devices: ['camera'] as const },
        { problem: audio.problem, devices: ['microphone'] as const },
      ]
  const retry = () => {
    if (audio.problem) void control.turn('audio', true)
    if (video.problem) void control.turn('video', true)
  }
  return help.map(({ problem, devices }) => {
    if (!problem) return null
    const { title, text } = wordsFor(problem, devices)
    return (
      <Notice key={devices[0]} tone="warning">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-sm">{text}</p>
        {problem !== 'insecure' && (
          <Button variant="secondary" size="sm" onClick={retry} className="mt-3">
            Try again
          </Button>
        )}
      </Notice>
    )
  })
}
