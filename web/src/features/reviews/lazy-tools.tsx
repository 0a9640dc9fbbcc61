import { type ComponentProps, type ComponentType, lazy } from 'react'
import { ReviewText } from './review-text.tsx'

type Tools = typeof import('./review-tools.tsx')

/** What signed-in users can do with reviews is fetched for them alone; without it the reviews can be read. */
const tool = <Name extends 'MyReview' | 'ReplyTools' | 'ReportableReview'>(name: Name) =>
  lazy<ComponentType<ComponentProps<Tools[Name]>>>(() =>
    import('./review-tools.tsx').then(
      (tools) => ({ default: tools[name] as ComponentType<ComponentProps<Tools[Name]>> }),
      () => ({ default: ReviewText }),
    ),
  )

/** Room for the button of `ReplyTools` until it is there: nothing below it moves. */
export const replyRoom = <div className="mt-2 h-9" />

export const MyReview = tool('MyReview')
export const ReplyTools = tool('ReplyTools')
export const ReportableReview = tool('ReportableReview')
