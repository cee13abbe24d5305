import { type Answer, methodNotAllowed, NOT_FOUND, problem, problemList, refused } from '../call'
import type { SandboxServices } from '../endpoints'
import { readJson } from '../json'
import { haveTablesAlone, shareTables } from '../locks'
import { receiveBody } from '../received-body'
import { CALLBACK_CONTROLS } from './callbacks'
import type { Control, ControlSet } from './control'
import { type Admitted, admitToControls } from './door'
import { FAULT_CONTROLS } from './faults'
import { JOURNAL_CONTROLS } from './journal'
import { OPPORTUNITY_CONTROLS } from './opportunities'
import { PROFILE_CONTROLS } from './profiles'
import { RESET_CONTROLS } from './reset'
import { TOKEN_CONTROLS } from './tokens'
import { TRANSACTION_CONTROLS } from './transactions'

/** Controls outside the interface, for tests and for the desk's Sandbox pages (contract.md, "Controls"). */
const CONTROLS: readonly ControlSet[] = [
  ...JOURNAL_CONTROLS,
  ...OPPORTUNITY_CONTROLS,
  ...PROFILE_CONTROLS,
  ...TRANSACTION_CONTROLS,
  ...CALLBACK_CONTROLS,
  ...TOKEN_CONTROLS,
  ...FAULT_CONTROLS,
  ...RESET_CONTROLS,
]

const MAX_BYTES = 64 * 1024

/** `path` is relative to `/control`. */
export async function answerControl(
  services: SandboxServices,
  path: string,
  request: Request,
): Promise<Answer> {
  const admitted = admitToControls(request, services.controls)
  if ('status' in admitted) return admitted
  for (const { path: pattern, methods } of CONTROLS) {
    const match = pattern.exec(path)
    if (!match) continue
    const control = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (control) return run(control, services, match[1] ?? '', request, admitted)
    const allow = Object.keys(methods).join(', ')
    return methodNotAllowed(problemList('METHOD_NOT_ALLOWED', `Allowed here: ${allow}`), allow)
  }
  return refused(404, NOT_FOUND)
}

async function run(
  control: Control,
  services: SandboxServices,
  id: string,
  request: Request,
  { isLocal }: Admitted,
): Promise<Answer> {
  const body = control.readsBody ? await readControlBody(request) : { ok: true as const, value: null }
  if (!body.ok) return refused(400, [problem('JSON_PARSER_ERROR', body.message)])
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const now = services.now()
  return services.db.transaction(async (tx) => {
    await (control.alone ? haveTablesAlone : shareTables)(tx)
    return control.run({ tx, id, body: body.value, query, services, now, isLocal })
  })
}

async function readControlBody(request: Request) {
  const { bytes } = await receiveBody(request, MAX_BYTES)
  return bytes === null
    ? { ok: false as const, message: `The body has more than ${MAX_BYTES} bytes` }
    : readJson(bytes)
}
