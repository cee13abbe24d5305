import type { Metadata } from 'next'
import { AdoptForm } from '@/components/applications/adopt-form'
import { PageHeader } from '@/components/shell/page-header'
import { routes } from '@/lib/routes'
import { loadAdoption } from '@/lib/server/applications/adopt-loaders'

export const metadata: Metadata = { title: 'Add existing application' }

export default async function AdoptApplicationPage() {
  await loadAdoption()
  return (
    <>
      <PageHeader
        title="Add existing application"
        subtitle="Adds an application that the partner already has. Nothing is sent."
        back={{ href: routes.applications, label: 'Applications' }}
      />
      <AdoptForm />
    </>
  )
}
