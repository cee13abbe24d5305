import type { Metadata } from 'next'
import { AccountBoard } from '@/components/account/account-board'
import { loadAccount } from '@/lib/server/account/loaders'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  return <AccountBoard view={await loadAccount()} />
}
