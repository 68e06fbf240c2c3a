import * as accounts from './accounts/calls.ts'
import * as chat from './chat/calls.ts'
import * as content from './content/calls.ts'
import type { Call } from './core/call.ts'
import * as core from './core/calls.ts'
import * as files from './core/files.ts'
import * as learning from './learning/calls.ts'

/** The whole wire, for the API description, the authorisation matrix and the fuzzer. */
export const everyCall: readonly Call[] = [core, files, accounts, content, learning, chat].flatMap((room) => Object.values(room))
