'use client'

import type { Route } from 'next'
import { routes } from '@/lib/routes'
import { ConfirmForm } from './confirm-form'
import { LeaveSignIn } from './leave-sign-in'

/** After the password, for people with a second factor. */
export const ConfirmPage = ({ next, email }: { next: Route; email: string }) => (
  <div className="flex flex-col gap-4">
    <p className="text-sm text-muted wrap-anywhere">Signing in as {email}.</p>
    {/* A full page load, so that nothing of a previous person stays in memory. */}
    <ConfirmForm
      confirm="Sign in"
      onConfirmed={() => window.location.assign(next)}
      onEnroll={() => window.location.assign(routes.signIn)}
    />
    <LeaveSignIn />
  </div>
)
