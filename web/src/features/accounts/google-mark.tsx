/** Google's letter in its four colours. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path stroke="#4285f4" d="M12 12h8.5a8.5 8.5 0 0 1-2.49 6.01" />
      <path stroke="#34a853" d="M18.01 18.01a8.5 8.5 0 0 1-13.37-1.76" />
      <path stroke="#fbbc05" d="M4.64 16.25a8.5 8.5 0 0 1 0-8.5" />
      <path stroke="#ea4335" d="M4.64 7.75a8.5 8.5 0 0 1 13.37-1.76" />
    </svg>
  )
}
