import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('login', 'pages/login.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('allcourses', 'pages/all-courses.tsx'),
  route('viewcourse/:courseId', 'pages/view-course.tsx'),
  route('enrolledcourses', 'pages/enrolled-courses.tsx'),
  route('viewlecture/:courseId', 'pages/view-lecture.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
