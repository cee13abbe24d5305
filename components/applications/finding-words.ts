import { fieldLabel } from '@/lib/domain/application/either-fields'
import { contactLabel, type PersonName } from '@/lib/domain/application/fields'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'

/** `Ana Oakes · Email: `, without the parts that the message already mentions. */
export function whereOf(
  path: string,
  message: string,
  people: readonly PersonName[],
  plan: readonly DocumentSlot[],
): string {
  const person = /^contacts\.items\.(\d+)/.exec(path)?.[1]
  const whole = plan.find(({ id }) => path === `documents.${id}`)?.label ?? fieldLabel(path, people)
  const name = person === undefined ? null : contactLabel(people, Number(person))
  const parts = name === null ? whole.split(' · ') : [name, whole.slice(`${name} · `.length)]
  // A name counts as mentioned only at the start of the message: “An” and “Will” are in half of all sentences.
  const untold = parts.filter((part) =>
    part === name
      ? !message.startsWith(`${name} `)
      : part !== '' && !message.toLowerCase().includes(part.toLowerCase()),
  )
  return untold.length === 0 ? '' : `${untold.join(' · ')}: `
}
