/** Two ledger lines and a settled one. */
export function ProductMark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden="true">
      <rect width="20" height="20" rx="5" className="fill-accent" />
      <path
        d="M5.5 6.5h9M5.5 10h5M5.5 13.5l2 1.75 4-4.25"
        transform="translate(0 -.6)"
        className="fill-none stroke-on-accent"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
