/** Why a command did nothing; whoever asked decides by `reason`. */
export type Refusal<Reason extends string> = { ok: false; reason: Reason; message: string }

/** What a command came to: what it gives, or in words why it did nothing. */
export type Outcome<Done = unknown, Reason extends string = never> =
  | ({ ok: true } & Done)
  | ([Reason] extends [never] ? { ok: false; message: string } : Refusal<Reason>)
