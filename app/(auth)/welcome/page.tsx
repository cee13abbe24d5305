import type { Metadata } from 'next'
import { WelcomeBoard } from '@/components/access/welcome-board'
import { PlainFrame } from '@/components/shell/plain-frame'

export const metadata: Metadata = { title: 'Welcome' }

/** The target of one-time links. The server never sees the token in the address; it comes with the form. */
export default function WelcomePage() {
  return (
    <PlainFrame title="Welcome to PayFac Desk">
      <WelcomeBoard />
    </PlainFrame>
  )
}
