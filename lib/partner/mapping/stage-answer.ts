import { parseJson } from './parse-json'

const MAX_DEPTH = 64

/**
 * The stage in the answer to a status request, which the interface does not document ("Status requests"): the
 * platform's `StageName`, anywhere in the body. Null if there is none, undefined if the text is not JSON.
 */
export function readStageAnswer(text: string): string | null | undefined {
  const body = parseJson(text)
  return body === undefined ? undefined : findStage(body, 0)
}

function findStage(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null
  const members = Object.entries(value)
  for (const [name, member] of members) {
    if (/^stage_?name$/i.test(name) && typeof member === 'string' && member.trim() !== '') {
      return member.trim()
    }
  }
  for (const [, member] of members) {
    const stage = findStage(member, depth + 1)
    if (stage !== null) return stage
  }
  return null
}
