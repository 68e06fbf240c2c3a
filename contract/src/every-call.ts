import * as accounts from './accounts/calls.ts'
import * as content from './content/calls.ts'
import type { Call } from './core/call.ts'
import * as core from './core/calls.ts'
import * as learning from './learning/calls.ts'

/** The whole wire, for the API description, the authorisation matrix and the fuzzer. */
export const everyCall: readonly Call[] = [core, accounts, content, learning].flatMap((room) => Object.values(room))
