import { routes } from '@/lib/routes'

/** Back to the password, to sign in as someone else or later. */
export const LeaveSignIn = () => (
  <form method="post" action={routes.api.signOut} className="border-t border-line pt-4">
    <button type="submit" className="text-sm text-accent-ink underline underline-offset-2">
      Use another account
    </button>
  </form>
)
