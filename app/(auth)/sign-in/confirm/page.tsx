import type { Metadata } from 'next'
import { ConfirmPage } from '@/components/factors/confirm-page'
import { PlainFrame } from '@/components/shell/plain-frame'
import { afterSignIn } from '@/lib/routes'
import { loadChallenge } from '@/lib/server/sign-in/loaders'

export const metadata: Metadata = { title: 'Confirm it is you' }

export default async function ConfirmSignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const target = afterSignIn((await searchParams).next)
  const { email } = await loadChallenge(target)
  return (
    <PlainFrame title="Confirm it is you">
      <ConfirmPage next={target} email={email} />
    </PlainFrame>
  )
}
