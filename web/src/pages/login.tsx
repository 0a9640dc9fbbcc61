export default function Page() {
  return <h1>Virtual Courses</h1>
}
