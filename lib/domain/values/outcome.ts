/** Why a command did nothing. The caller can branch on `reason`. */
export type Refusal<Reason extends string> = { ok: false; reason: Reason; message: string }

/** The result of a command: what it did, or a message why it did nothing. */
export type Outcome<Done = unknown, Reason extends string = never> =
  | ({ ok: true } & Done)
  | ([Reason] extends [never] ? { ok: false; message: string } : Refusal<Reason>)
