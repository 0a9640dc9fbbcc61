import type { CreatorCourse } from '@virtual-courses/contract'

/** What the dashboard counts of a course. */
export type CourseFigures = {
  _id: string
  title: string
  published: boolean
  /** rupees; null while none was set */
  price: number | null
  lectures: number
  students: number
}

export const figuresOf = (course: CreatorCourse): CourseFigures => ({
  _id: course._id,
  title: course.title,
  published: course.isPublished,
  price: course.price,
  lectures: course.lectures.length,
  students: course.enrolledStudents.length,
})

/**
 * Total earning in rupees: price times the number of enrolled students, over all courses (specification, section 9). Added up
 * in paise, so that no fraction is lost on the way.
 */
export const totalEarning = (courses: readonly Pick<CourseFigures, 'price' | 'students'>[]): number =>
  courses.reduce((paise, { price, students }) => paise + Math.round((price ?? 0) * 100) * students, 0) / 100
