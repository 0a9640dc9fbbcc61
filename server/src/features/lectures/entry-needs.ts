import type { EntryNeed } from '@virtual-courses/contract'

/** What a student does with an entry of the curriculum: a lecture without a video is read, whatever else it has. */
export const needOf = ({ kind, videoId }: { kind: string; videoId: string | null }): EntryNeed =>
  kind === 'quiz' || kind === 'assignment' ? kind : videoId === null ? 'text' : 'video'
