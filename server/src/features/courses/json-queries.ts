import {
  type Caption,
  type Chapter,
  type Course,
  type CourseCard,
  captionsPath,
  imagePath,
  type Lecture,
  storyboardPath,
  streamPath,
  videoPath,
} from '@virtual-courses/contract'
import {
  jsonArray,
  jsonBoolean,
  jsonInstant,
  jsonNullable,
  jsonNumber,
  jsonObject,
  jsonOptional,
  jsonOr,
  jsonPath,
  jsonStored,
  jsonText,
  jsonTrue,
  jsonWhere,
  jsonWord,
} from '#core/json-sql.ts'

export const thumbnailPath = (imageId: string): string => imagePath(imageId, 640, 'webp')

export const posterPath = (imageId: string): string => imagePath(imageId, 1280, 'webp')

/** `presentCard` in SQL: the card of a row of `courses`. */
export const cardJson = jsonObject<CourseCard>({
  _id: jsonWord('courses.id'),
  title: jsonText('courses.title'),
  subTitle: jsonText('courses.sub_title'),
  category: jsonNullable(jsonWord('courses.category')),
  level: jsonNullable(jsonWord('courses.level')),
  price: jsonNullable(jsonNumber('courses.price_paise / 100::float8')),
  thumbnail: jsonOr(jsonPath(thumbnailPath, 'courses.thumbnail_id'), ''),
  creator: jsonWord('courses.creator_id'),
  // read for the rows of the page alone
  creatorName: jsonText('(select users.name from users where users.id = courses.creator_id)'),
  averageRating: jsonNumber('floor(courses.rating_sum * 10::float8 / greatest(courses.rating_count, 1) + 0.5) / 10'),
  reviewCount: jsonNumber('courses.rating_count'),
  enrolledCount: jsonNumber('courses.enrolment_count'),
  lectureCount: jsonNumber('courses.lecture_count'),
  totalSeconds: jsonNumber('courses.total_seconds'),
  language: jsonWord('courses.language'),
})

const captionsJson = jsonArray(
  jsonObject<Caption>({
    language: jsonWord('language'),
    label: jsonText('label'),
    url: jsonPath(captionsPath, 'lectures.id', 'language'),
    source: jsonWord('source'),
  }),
  'from lecture_captions where lecture_captions.lecture_id = lectures.id order by language',
)

/** `presentLecture` in SQL for the page of one course: the lecture of a row of `lectures`, with its row of `videos` or none. */
export const lectureJson = jsonObject<Lecture>({
  _id: jsonWord('lectures.id'),
  lectureTitle: jsonText('lectures.title'),
  isPreviewFree: jsonBoolean('lectures.is_preview_free'),
  isLive: jsonBoolean("lectures.live_state in ('scheduled', 'live')"),
  liveState: jsonWord('lectures.live_state'),
  liveStartTime: jsonNullable(jsonInstant('lectures.live_start_time')),
  videoUrl: jsonOr(jsonWhere('lectures.video_id is not null', jsonPath(videoPath, 'lectures.id')), ''),
  videoBytes: jsonNumber('coalesce(videos.bytes, 0)'),
  durationSeconds: jsonNullable(jsonNumber('videos.duration_seconds')),
  sectionId: jsonOptional(jsonWord('lectures.section_id')),
  hasText: jsonOptional(jsonTrue("lectures.body <> ''")),
  hasContent: jsonOptional(
    jsonTrue(`lectures.body <> '' or lectures.description <> ''
      or exists (select from lecture_attachments where lecture_attachments.lecture_id = lectures.id)`),
  ),
  posterUrl: jsonOptional(jsonPath(posterPath, 'videos.poster_id')),
  captions: jsonOptional(
    jsonOr(
      // most lectures have none, and looking for one costs less than an empty list
      jsonWhere('exists (select from lecture_captions where lecture_captions.lecture_id = lectures.id)', captionsJson),
      [],
    ),
  ),
  videoId: jsonOptional(jsonWord('lectures.video_id')),
  streamUrl: jsonOptional(jsonWhere('videos.stream_id is not null', jsonPath(streamPath, 'lectures.id'))),
  storyboardUrl: jsonOptional(
    jsonWhere('videos.stream_id is not null and videos.has_storyboard', jsonPath(storyboardPath, 'lectures.id')),
  ),
  chapters: jsonOptional(jsonWhere("lectures.chapters <> '[]'", jsonStored<Chapter[]>('lectures.chapters'))),
})

/** A rating of a row of `reviews`. */
export const ratingJson = jsonObject<Course['reviews'][number]>({ rating: jsonNumber('reviews.rating') })
