import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('forgotpassword', 'pages/forgot-password.tsx'),
  route('auth/callback', 'pages/auth-callback.tsx'),
  route('profile', 'pages/profile.tsx'),
  route('editprofile', 'pages/edit-profile.tsx'),
  route('sessions', 'pages/sessions.tsx'),
  route('allcourses', 'pages/all-courses.tsx'),
  route('viewcourse/:courseId', 'pages/view-course.tsx'),
  route('enrolledcourses', 'pages/enrolled-courses.tsx'),
  route('viewlecture/:courseId', 'pages/view-lecture.tsx'),
  route('courses', 'pages/studio/course-list.tsx'),
  route('createcourses', 'pages/studio/create-course.tsx'),
  route('addcourses/:courseId', 'pages/studio/edit-course.tsx'),
  route('createlecture/:courseId', 'pages/studio/create-lecture.tsx'),
  route('editlecture/:courseId/:lectureId', 'pages/studio/edit-lecture.tsx'),
  route('dev/ui', 'pages/dev/components.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
