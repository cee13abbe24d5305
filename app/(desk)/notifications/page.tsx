import type { Metadata } from 'next'
import { NotificationList } from '@/components/notifications/notification-list'
import { loadNotifications } from '@/lib/server/notifications/loaders'

export const metadata: Metadata = { title: 'Notifications' }

export default async function NotificationsPage() {
  return <NotificationList view={await loadNotifications()} />
}
