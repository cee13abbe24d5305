import type { Metadata } from 'next'
import { PlainFrame } from '@/components/shell/plain-frame'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { singleSignOnWords } from '@/components/sign-in/sign-in-words'
import { afterSignIn } from '@/lib/routes'
import { loadSignIn } from '@/lib/server/sign-in/loaders'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[] }>
}) {
  const { next, error } = await searchParams
  const target = afterSignIn(next)
  const { demo, ...ways } = await loadSignIn(target)
  return (
    <PlainFrame title="Sign in">
      <SignInForm next={target} {...ways} refusal={singleSignOnWords(error)} />
      {demo && ways.singleSignOn !== 'only' && (
        <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
          Demonstration: <code className="font-mono text-ink">onboarding@demo.test</code> with the password{' '}
          <code className="font-mono text-ink">demo-desk-2026!</code>
        </p>
      )}
    </PlainFrame>
  )
}
