export { copyColumns } from './course-fields.ts'
export { addCourse } from './edit-course.ts'
export { getCourse, requireOwnCourse, requireVisibleCourse } from './get-course.ts'
export { courseTextChanged, listingChanged, priceDropped } from './jobs.ts'
export {
  outlineVersion,
  presentCard,
  presentCourse,
  presentLecture,
  presentOwnSection,
  presentSale,
  presentSection,
  saleVersion,
} from './present.ts'
export {
  type CardRow,
  cardColumnsSql,
  completeCourses,
  courseCards,
  deleteCourse,
  enrolledIn,
  findTies,
  findUnfinishedCopies,
  hasCourses,
  type LectureView,
  lecturesInFull,
  lockCoursesOf,
  lockOwnCourse,
  lockUnfinishedCopy,
  updateCourse,
  visibleToStudent,
} from './queries.ts'
export { registerCourses } from './routes.ts'
export {
  averageRating,
  type CourseTies,
  decideRemoval,
  decideVisible,
  isLive,
  paiseOf,
  pricedAt,
  rupeesOf,
} from './rules.ts'
export { relistCourse, type Unlisted, unlistCourse } from './set-listing.ts'
export { findCoursesTitled, findCreatorsNamed, findUsersNamed, findUsersWith, likeText } from './text-filters.ts'
