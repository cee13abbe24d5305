import type { Metadata } from 'next'
import { EnrollPage } from '@/components/factors/enroll-page'
import { PlainFrame } from '@/components/shell/plain-frame'
import { afterSignIn } from '@/lib/routes'
import { loadEnrollment } from '@/lib/server/sign-in/loaders'

export const metadata: Metadata = { title: 'Set up a second factor' }

export default async function EnrollSignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const target = afterSignIn((await searchParams).next)
  const view = await loadEnrollment(target)
  return (
    <PlainFrame title="Set up a second factor">
      <EnrollPage next={target} {...view} />
    </PlainFrame>
  )
}
