export { remakeDocument } from './documents.ts'
export { type CourseReply, getCourse, requireOwnCourse, requireVisibleCourse } from './get-course.ts'
export { courseTextChanged, listingChanged, priceDropped } from './jobs.ts'
export {
  type CardRow,
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
  captionsOfLecture,
  completeCourses,
  deleteCourse,
  enrolledIn,
  findCoursesTitled,
  findCreatorsNamed,
  findTies,
  findUsersNamed,
  findUsersWith,
  hasCourses,
  insertCourse,
  type LectureView,
  lectureColumns,
  lectureDetails,
  likeText,
  lockCoursesOf,
  lockOwnCourse,
  updateCourse,
  visibleToStudent,
} from './queries.ts'
export { registerCourses } from './routes.ts'
export {
  averageRating,
  type CourseTies,
  copyTitle,
  decideRemoval,
  decideVisible,
  isBelowMinimum,
  isLive,
  paiseOf,
  pricedAt,
  rupeesOf,
} from './rules.ts'
export { relistCourse, unlistCourse } from './set-listing.ts'
