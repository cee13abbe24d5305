/**
 * What one object of an answer says about failure. `clear`: it says that something went wrong. `doubtful`: it sounds
 * like a failure, or says that the outcome is not known. The interface documents no failure bodies, so we look for
 * names and values that other services use; an ambiguous one counts as a sign.
 */
export type FailureSign = 'clear' | 'doubtful'

/** `claims`: the object reports success. `tellers`: the members that gave a sign; their contents are part of it. */
type SignsFound = { signs: FailureSign[]; claims: boolean; tellers: ReadonlySet<string> }

export function signsIn(record: object): SignsFound {
  const members = Object.entries(record).map(([name, value]) => ({ name, key: plainKey(name), value }))
  const claims = members.some(({ key, value }) => SAYS_SUCCESS.test(key) && truthOf(value) === true)
  const signs: FailureSign[] = []
  const tellers = new Set<string>()
  for (const { name, key, value } of members) {
    const sign = signOfMember(key, value)
    if (sign === null) continue
    signs.push(sign)
    tellers.add(name)
  }
  // `Success` decides a record's outcome; the message beside it is for people (interface, "Alias success result entry").
  const words = claims ? [] : members.filter(({ key }) => WORDS.test(key))
  for (const { name, value } of words) {
    const texts = [value].flat().filter((text) => typeof text === 'string')
    // A message that repeats an earlier sign is not a second one, unless it says that the outcome is not known.
    const tells = signs.length > 0 ? (text: string) => NOBODY_KNOWS.test(text) : soundsLikeFailure
    if (!texts.some(tells)) continue
    signs.push('doubtful')
    tellers.add(name)
  }
  return { signs, claims, tellers }
}

/** Whether a human-readable message describes a failure. */
export const soundsLikeFailure = (text: string): boolean =>
  FAILURE_WORDS.test(
    text
      .slice(0, MAX_WORDS)
      .replace(/_/g, ' ')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(NOTHING_WRONG, ''),
  )

const MAX_WORDS = 10_000

const NOTHING_WRONG =
  /\b(?:no|0|zero|without(?: any)?) (?:errors?|failures?|problems?|exceptions?|warnings?)\b/gi

const FAILURE_WORDS =
  /\b(?:errors?|exceptions?|fault|fail(?:s|ed|ures?)?|false|reject\w*|refus\w*|den(?:y|ied)|declin\w*|invalid|bad|illegal|wrong|missing|required|must|duplicate|exceed\w*|violat\w*|unable|unknown|unexpected|unsuccessful\w*|unavailable|unauthorized|forbidden|expired|abort\w*|cancel\w*|rolled back|rollback|timeout|timed out|time out|try again|not|cannot|could ?n.t|can.t|did ?n.t|does ?n.t|wo ?n.t|was ?n.t|nok|ko|log ?in|sign ?in)\b/i

/** `isSuccess`, `Is_Success` → `issuccess`. */
const plainKey = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

const SAYS_SUCCESS =
  /^(?:is|was|has|all)?(?:success(?:ful(?:ly)?)?|succeeded|ok|accepted|valid|passed|saved|processed|completed?)$/
const SAYS_FAILURE = /error|exception|fault|fail|reject|refus|denied|declin|invalid|violation|problem/
const SAYS_STATE =
  /^(?:http|response|result|request|api|overall|final)?(?:status|state|outcome|result|code|statuscode|statustext)$/
const WORDS =
  /^(?:status|result|response|request|human)?(?:messages?|msg|details?|reasons?|info|text|notes?|warnings?)$/

function signOfMember(key: string, value: unknown): FailureSign | null {
  if (SAYS_SUCCESS.test(key)) {
    if (value === undefined || value === null || value === '' || typeof value === 'object') return null
    const truth = truthOf(value)
    return truth === true ? null : truth === false ? 'clear' : 'doubtful'
  }
  // `default` contains "fault" but is not a failure.
  if (SAYS_FAILURE.test(key.replaceAll('default', ''))) {
    if (isNothing(value)) return null
    // Its text would be as deep as the partner likes, and could not be written.
    if (isDeep(value, 0)) return 'doubtful'
    return NOBODY_KNOWS.test(textOf(value)) ? 'doubtful' : 'clear'
  }
  return SAYS_STATE.test(key) ? signOfState(value) : null
}

/** A failure in transit says nothing about what the partner did. */
const NOBODY_KNOWS = /tim(?:e|ed)[ _-]?out|unavailable|internal[ _-]?(?:server|error)|gateway|connection/i

/** Judges the value of a status, result or code: `failed`, `400`, false. */
function signOfState(value: unknown): FailureSign | null {
  if (value === false) return 'clear'
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  if (/^\d+$/.test(text)) {
    const status = Number(text)
    if (status >= 400 && status < 500) return 'clear'
    return status >= 500 && status < 600 ? 'doubtful' : null
  }
  if (STATE_OF_FAILURE.test(text)) return 'clear'
  return soundsLikeFailure(text) ? 'doubtful' : null
}

const STATE_OF_FAILURE =
  /^(?:errors?|fail(?:ed|ure)?|false|ko|nok|not ok|rejected|refused|declined|denied|invalid|unsuccessful|bad request|forbidden|unauthorized)$/i

const truthOf = (value: unknown): boolean | null => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (
    ['true', 'yes', 'y', 'ok', 'success', 'successful', 'succeeded', '1', 1, true].some((yes) => yes === text)
  )
    return true
  if (['false', 'no', 'n', 'f', '0', 0, false].some((no) => no === text)) return false
  return null
}

const MAX_DEPTH = 64

/** An error member with no error in it: none, zero, an empty list. */
function isNothing(value: unknown): boolean {
  return typeof value === 'string'
    ? /^(?:0+|false|no|none|null|n\/a|ok|success|no errors?)?$/i.test(value.trim())
    : isEmpty(value, 0)
}

function isEmpty(value: unknown, depth: number): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false
  return Object.values(value).every((member) => isEmpty(member, depth + 1))
}

function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > MAX_DEPTH || Object.values(value).some((member) => isDeep(member, depth + 1))
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_WORDS)
}
