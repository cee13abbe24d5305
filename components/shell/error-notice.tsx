import { useTransition } from 'react'

/** What became of a page that failed, and one more try: `retry` asks the desk anew. */
export function ErrorNotice({ digest, retry }: { digest: string | undefined; retry: () => void }) {
  const [busy, start] = useTransition()
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Saved work is safe. Try again.
        {digest && (
          <>
            {' '}
            If it fails again, give support this number: <code className="font-mono text-ink">{digest}</code>
          </>
        )}
      </p>
      {/* Every page brings this one: without our button, which brings the router's link. */}
      <button type="button" className="button button-primary" aria-busy={busy} onClick={() => start(retry)}>
        {busy ? 'Trying again…' : 'Try again'}
      </button>
    </>
  )
}
