import { data } from 'react-router'

const missing = () => data(null, { status: 404 })

export function loader(): never {
  throw missing()
}

export function clientLoader(): never {
  throw missing()
}

export default function NotFound() {
  return null
}
