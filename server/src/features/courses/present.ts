import {
  type Course,
  type CourseCard,
  type CourseDetails,
  captionsPath,
  imagePath,
  type Lecture,
  type Sale,
  type Section,
  storyboardPath,
  streamPath,
  videoPath,
} from '@virtual-courses/contract'
import { versionOf } from '#core/read-version.ts'
import { courseVersion } from './course-fields.ts'
import type { CardRow, CompleteCourse, DetailedCourse, LectureView } from './queries.ts'
import { averageRating, isLive, type PriceColumns, rupeesOf } from './rules.ts'

const thumbnailPath = (imageId: string): string => imagePath(imageId, 640, 'webp')

const posterPath = (imageId: string): string => imagePath(imageId, 1280, 'webp')

export const presentCard = (row: CardRow): CourseCard => ({
  _id: row.id,
  title: row.title,
  subTitle: row.sub_title,
  category: row.category,
  level: row.level,
  price: row.price_paise === null ? null : rupeesOf(row.price_paise),
  thumbnail: row.thumbnail_id === null ? '' : thumbnailPath(row.thumbnail_id),
  creator: row.creator_id,
  creatorName: row.creator_name,
  averageRating: averageRating(row.rating_sum, row.rating_count),
  reviewCount: row.rating_count,
  enrolledCount: row.enrolment_count,
  lectureCount: row.lecture_count,
  totalSeconds: row.total_seconds,
  language: row.language,
})

export const presentSection = ({ id, title }: { id: string; title: string }): Section => ({ _id: id, title })

/** The same for the creator of the course. */
export const presentOwnSection = (section: { id: string; title: string }): Section => ({
  ...presentSection(section),
  version: versionOf([section.title]),
})

export const presentLecture = (row: LectureView): Lecture => ({
  _id: row.id,
  lectureTitle: row.title,
  ...(row.kind !== 'lecture' && { kind: row.kind }),
  isPreviewFree: row.is_preview_free,
  isLive: isLive(row.live_state),
  liveState: row.live_state,
  liveStartTime: row.live_start_time === null ? null : new Date(row.live_start_time).toISOString(),
  videoUrl: row.video_id === null ? '' : videoPath(row.id),
  videoBytes: row.video_bytes ?? 0,
  durationSeconds: row.video_seconds,
  ...(row.section_id && { sectionId: row.section_id }),
  ...(row.kind === 'lecture' && row.has_text && { hasText: true as const }),
  ...(row.kind === 'lecture' && row.has_content && { hasContent: true as const }),
  ...(row.poster_id && { posterUrl: posterPath(row.poster_id) }),
  // like all around it only for the page of one course
  ...(row.captions && row.video_id !== null && { videoId: row.video_id }),
  ...(row.stream_id && { streamUrl: streamPath(row.id) }),
  ...(row.stream_id && row.has_storyboard && { storyboardUrl: storyboardPath(row.id) }),
  ...(row.chapters && row.chapters.length > 0 && { chapters: row.chapters }),
  ...(row.captions && {
    captions: row.captions.map(({ language, label, source }) => ({
      language,
      label,
      url: captionsPath(row.id, language),
      source,
    })),
  }),
})

export const presentCourse = (row: CompleteCourse): Course => ({
  ...presentCard(row),
  description: row.description,
  isPublished: row.is_published,
  published: row.is_published,
  lectures: row.lectures.map(presentLecture),
  reviews: row.ratings.map((rating) => ({ rating })),
  createdAt: row.created_at.toISOString(),
})

/** The sale of a course row; null without one. */
export const presentSale = (row: PriceColumns): Sale | null =>
  row.sale_ends_at === null || row.regular_price_paise === null
    ? null
    : {
        endsAt: row.sale_ends_at.toISOString(),
        regularPrice: rupeesOf(row.regular_price_paise),
        struckPrice: row.struck_price_paise === null ? null : rupeesOf(row.struck_price_paise),
      }

/** Version of the sale of a course row with the prices that count now (`pricedAt`), or of there being none. */
export const saleVersion = (row: PriceColumns): string =>
  versionOf(row.sale_ends_at === null ? [] : [row.price_paise, row.sale_ends_at.toISOString()])

/** Version of the order of a course's sections and of its lectures in them. */
export const outlineVersion = (
  sectionIds: readonly string[],
  places: readonly { id: string; sectionId: string | null }[],
): string => versionOf([sectionIds, places.map(({ id, sectionId }) => [id, sectionId])])

/** The versions of a course for its creator. */
const versionsOf = (row: DetailedCourse): Pick<CourseDetails, 'version' | 'outlineVersion' | 'saleVersion'> => ({
  version: courseVersion(row),
  outlineVersion: outlineVersion(
    row.sections.map(({ id }) => id),
    row.lectures.map(({ id, section_id: sectionId }) => ({ id, sectionId })),
  ),
  saleVersion: saleVersion(row),
})

/** The last change of a course, its lectures or their videos. */
const changedAt = ({ updated_at: changed, lectures }: DetailedCourse): Date =>
  lectures
    .flatMap((lecture) => [lecture.created_at, lecture.video_created_at])
    .reduce<Date>((latest, time) => (time && new Date(time) > latest ? new Date(time) : latest), changed)

/** `row` has the prices that count now (`pricedAt`); `own` adds what its creator needs to edit it. */
export const presentDetails = (row: DetailedCourse, own = false): CourseDetails => ({
  ...presentCourse(row),
  sale: presentSale(row) ?? undefined,
  sections: row.sections.map(own ? presentOwnSection : presentSection),
  ...(own && versionsOf(row)),
  outcomes: row.outcomes,
  requirements: row.requirements,
  audience: row.audience,
  certificate: row.grants_certificate,
  updatedAt: changedAt(row).toISOString(),
  instructor: {
    courses: row.educator.courses,
    enrolments: row.educator.enrolments,
    reviews: row.educator.ratings,
    averageRating: averageRating(row.educator.stars, row.educator.ratings),
  },
})
