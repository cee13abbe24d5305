/** Says that the data may be outdated; the last known data stays. */
export function StaleNotice({ problem }: { problem: string | null }) {
  return (
    <div role="status">
      {problem !== null && (
        <p className="border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          Not up to date: {problem} Retrying automatically.
        </p>
      )}
    </div>
  )
}
