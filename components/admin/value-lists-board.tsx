'use client'

import type { SettingsLists } from '@/lib/domain/application/field'
import { VALUE_LISTS } from '@/lib/domain/settings/value-lists'
import { ValueListPanel } from './value-list-panel'

/** Every list, each with a save of its own: two admins at different lists never meet. */
export function ValueListsBoard({ lists }: { lists: SettingsLists }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {VALUE_LISTS.map((list) => (
        <ValueListPanel key={list.name} list={list} initial={lists[list.name]} />
      ))}
    </div>
  )
}
