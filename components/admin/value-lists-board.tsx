'use client'

import type { SettingsLists } from '@/lib/domain/application/field'
import { VALUE_LISTS } from '@/lib/domain/settings/value-lists'
import { ValueListPanel } from './value-list-panel'

/** All lists, each with its own save, so that two admins with different lists never conflict. */
export function ValueListsBoard({ lists }: { lists: SettingsLists }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {VALUE_LISTS.map((list) => (
        <ValueListPanel key={list.name} list={list} initial={lists[list.name]} />
      ))}
    </div>
  )
}
