import type { Metadata } from 'next'
import { PeopleBoard } from '@/components/people/people-board'
import { loadPeople } from '@/lib/server/people/loaders'

export const metadata: Metadata = { title: 'People' }

export default async function PeoplePage() {
  return <PeopleBoard view={await loadPeople()} />
}
