import { isTimeZone } from '@/lib/domain/values/time-zone'

/** The browser's time zone is in a cookie, so that the server writes times in it and nothing is rendered twice. */
export const ZONE_COOKIE = 'zone'

/** Null if it is not a known zone. */
export const readZone = (value: string | undefined): string | null =>
  value !== undefined && value.length <= 64 && isTimeZone(value) ? value : null
