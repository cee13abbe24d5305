/** The numbers in the frame of every page. */
export type Counts = {
  unread: number
  /** When this person was last told something that they may see. */
  latest: string | null
  /** What waits for this person, by where it is done. */
  waiting: Partial<Record<'underwriting' | 'merchants' | 'funding', number>>
}
