import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@saathi/contract/core/call'
import { coreCodes, ErrorReply } from '@saathi/contract/core/errors'
import { compileWire, WireError } from '@saathi/contract/core/wire'

/**
 * The fault in a successful reply, or null. Parsing it strictly with the contract and encoding it again must give the same JSON.
 */
export function strayInReply(call: Call, json: unknown): string | null {
  return strayIn(call.reply, json)
}

/** The fault in a refusal, or null: it must have the agreed shape and a code that this call may answer. */
export function strayInRefusal(call: Call, status: number, json: unknown): string | null {
  const stray = strayIn(ErrorReply, json)
  if (stray) return stray
  const { code } = ErrorReply.parse(compileWire(ErrorReply).fromWire(json, 'refuse'))
  const core = new Map<string, number>(Object.entries(coreCodes)).get(code)
  if (core !== undefined) return core === status ? null : `${code} with ${status}`
  return call.errors.includes(code) ? null : `the undeclared code ${code}`
}

function strayIn(schema: Call['reply'], json: unknown): string | null {
  const wire = compileWire(schema)
  try {
    const again = wire.toWire(schema.parse(wire.fromWire(json, 'refuse')))
    return isDeepStrictEqual(again, json) ? null : 'not as the contract spells it'
  } catch (error) {
    if (error instanceof WireError) return `${error.path.join('.')}: ${error.message}`
    return error instanceof Error ? error.message : String(error)
  }
}
